// The first run: five models, a step each, on the sample data.
import { h } from '../core/dom.js';
import { kept, load, redraw } from '../core/app.js';
import { go, link, segment } from '../core/router.js';
import { modelList } from '../api/schema.js';
import { button, crumbs, empty, icon, loaded, pageHead } from '../parts/bits.js';
import { page, scrollBody } from '../parts/frame.js';

const STEPS = [
  {
    model: 'rez_agent',
    title: 'Ask by status, and try what the model forbids',
    text: 'Run list_by_status for failed messages. Open a completed one: its lifecycle offers no way back, and the server refuses one.',
    minutes: 2,
    href: (model) =>
      link(`/m/${segment(model.name)}/patterns`, { run: 'list_by_status', 'p.status': 'failed' }),
  },
  {
    model: 'photoeditor',
    title: 'Replay a failed job',
    text: 'A graph with exact counts, and a board: stuck jobs come first, and a failed one can be replayed by an operator.',
    minutes: 2,
    href: (model) => link(`/t/${segment(model.tables[0])}/lifecycle`),
  },
  {
    model: 'album_workflow',
    title: 'Compare two ways to run a workflow',
    text: 'Thirty days side by side, from a rollup that the server keeps exact with every write: no item is read.',
    minutes: 2,
    href: (model) => link(`/d/${segment(model.name)}/compare`),
  },
  {
    model: 'execution_index',
    title: 'See executions end',
    text: 'A page that the model declares: failed and running ones, success by agent, and how late the index is.',
    minutes: 2,
    href: (model) => link(`/d/${segment(model.name)}/executions`),
  },
  {
    model: 'music',
    title: 'Eighteen entities in one table',
    text: 'Facets show how a single-table design lies on disk, in the table and in each index, coloured by entity.',
    minutes: 2,
    href: (model) => link(`/t/${segment(model.tables[0])}/facets`, { index: 'GSI1' }),
  },
];

export function open() {
  const held = load(modelList());
  const seen = () => new Set(kept.get('tour.seen', []));
  const visit = (step, href) => (event) => {
    event.preventDefault();
    kept.set('tour.seen', [...seen().add(step.model)]);
    go(href);
  };
  function body(models) {
    const known = STEPS.map((step) => ({
      step,
      model: models.find((each) => each.model === step.model),
    })).filter((each) => each.model);
    if (known.length === 0)
      return h(
        'section',
        { class: 'card' },
        empty('star', 'The tour needs the sample models', 'Start the server with them:'),
        h(
          'div',
          { class: 'card__body' },
          h('pre', { class: 'code', tabindex: '0' }, 'partita serve --models models --fake'),
        ),
      );
    const done = seen();
    const next = known.find(({ step }) => !done.has(step.model));
    return h(
      'div',
      { class: 'tour' },
      h(
        'div',
        { class: 'hero' },
        h('h2', { class: 'hero__title' }, 'Five models, ten minutes'),
        h(
          'p',
          { class: 'prose' },
          'Each is one YAML file. The server checks it, holds every write to it, and serves it; these pages are made from it.',
        ),
      ),
      h(
        'section',
        { class: 'card' },
        known.map(({ step, model }, i) =>
          h(
            'a',
            {
              key: step.model,
              class: `step${done.has(step.model) ? ' step--done' : next?.step === step ? ' step--next' : ''}`,
              href: step.href(model),
              onclick: visit(step, step.href(model)),
            },
            h('span', { class: 'step__no' }, done.has(step.model) ? icon('check', 'sm') : i + 1),
            h(
              'div',
              { class: 'stack stack--1' },
              h('h2', null, step.title),
              h('p', { class: 'soft' }, step.text),
            ),
            h('span', { class: 'step__cta' }, icon('arrow')),
            h(
              'div',
              { class: 'step__meta' },
              h('span', null, model.name),
              h('span', null, `${step.minutes} minutes`),
            ),
          ),
        ),
      ),
      h(
        'div',
        { class: 'row' },
        button('Do not show this on the first page', {
          quiet: true,
          small: true,
          onclick: () => {
            kept.set('tour.hidden', true);
            go(link('/'));
          },
        }),
        done.size > 0 &&
          button('Begin again', {
            quiet: true,
            small: true,
            onclick: () => {
              kept.set('tour.seen', []);
              redraw();
            },
          }),
      ),
    );
  }
  return {
    title: 'Tour',
    section: '',
    view: () =>
      page(
        pageHead({ crumbs: crumbs({ text: 'Tables', href: link('/') }, { text: 'Tour' }) }),
        scrollBody(loaded(held, body)),
      ),
  };
}
