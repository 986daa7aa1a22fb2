// The text of a model: edited here, judged by the server's own linter as you type, planned, applied.
import { h } from '../core/dom.js';
import { app, canWrite, kept, load, redraw, toast } from '../core/app.js';
import { note, segment } from '../core/router.js';
import { rest } from '../api/call.js';
import { forgetAll, shapeOf } from '../api/schema.js';
import { count, plural, usd } from '../core/words.js';
import { button, failure, icon, loaded, notice, skeleton } from '../parts/bits.js';
import { page, scrollBody } from '../parts/frame.js';
import { modelHead } from '../parts/model_head.js';
import { closeOverlay, dialogParts, openOverlay } from '../parts/overlay.js';
import { codeBox, newCodeBox, revealLine } from '../models/code_box.js';
import { costTab, diffTab } from '../models/cost_and_diff.js';

const LINT_AFTER_MS = 300;
const MARKS = { add: ['+', 'good'], change: ['~', 'warn'], remove: ['−', 'bad'] };

export function open({ model }, query) {
  const state = {
    text: null,
    source: null,
    tab: query.tab ?? 'lint',
    findings: [],
    cost: null,
    plan: null,
    planOf: null,
    busy: false,
    lintMs: 0,
    error: null,
  };
  const box = newCodeBox();
  const draftName = `draft.${model}`;
  const held = load(
    Promise.all([rest('GET', `/api/models/${segment(model)}/text`), shapeOf(model)]).then(
      ([source, shape]) => {
        state.source = source;
        state.text = kept.get(draftName, null) ?? source.text;
        lint();
        return shape;
      },
    ),
  );
  const isDraft = () => state.source !== null && state.text !== state.source.text;
  const params = () => ({
    file: state.source.file || `${model}.yaml`,
    ...Object.fromEntries(
      Object.entries(state.source.params).map(([name, value]) => [`param.${name}`, value]),
    ),
  });
  const send = (path, more = {}) =>
    rest('POST', path, {
      query: { ...params(), ...more },
      body: state.text,
      type: 'application/yaml',
    });
  let timer = 0;
  let turn = 0;

  async function lint() {
    const mine = ++turn;
    try {
      const answer = await send('/api/models:lint');
      if (mine !== turn) return;
      Object.assign(state, {
        findings: answer.files[0].findings,
        cost: answer.cost,
        lintMs: answer.$ms,
        error: null,
      });
    } catch (error) {
      state.error = error;
    }
    redraw();
  }

  function change(text) {
    state.text = text;
    kept.set(draftName, isDraft() ? text : null);
    clearTimeout(timer);
    timer = setTimeout(lint, LINT_AFTER_MS);
    redraw();
  }

  // One plan or apply goes on at a time, of all clients: waits for half a minute until it is ours.
  async function inTurn(run) {
    for (let i = 0; ; i += 1) {
      try {
        return await run();
      } catch (error) {
        if (error.type !== 'busy' || i === 60) throw error;
        await new Promise((resolve) => {
          setTimeout(resolve, 500);
        });
      }
    }
  }

  async function plan() {
    Object.assign(state, { busy: true, error: null, tab: 'plan' });
    redraw();
    try {
      const { text } = state;
      state.plan = await inTurn(() => send('/api/models:plan'));
      state.planOf = text;
    } catch (error) {
      state.error = error;
    }
    state.busy = false;
    redraw();
  }

  async function apply(flags) {
    Object.assign(state, { busy: true, error: null });
    redraw();
    try {
      await inTurn(() => send('/api/models:apply', flags));
      kept.set(draftName, null);
      forgetAll();
      toast(`${model} is in force`);
      const [source, shape] = await Promise.all([
        rest('GET', `/api/models/${segment(model)}/text`),
        shapeOf(model),
      ]);
      state.source = source;
      held.value = shape;
      Object.assign(state, { plan: null, planOf: null });
      lint();
    } catch (error) {
      Object.assign(state, { error, tab: 'plan' });
    }
    state.busy = false;
    redraw();
  }

  const errors = () => state.findings.filter((each) => each.severity === 'error');

  // Names what goes, and asks for each thing that a plan needs.
  function openApply() {
    const { plan: found } = state;
    const removes = found.steps.filter((each) => each.removes);
    const flags = {};
    const ask = (name, text, isNeeded) =>
      isNeeded &&
      h(
        'label',
        { class: 'row checkrow', key: name },
        h('input', {
          type: 'checkbox',
          class: 'check',
          checked: Boolean(flags[name]),
          onchange: () => {
            if (flags[name]) delete flags[name];
            else flags[name] = 1;
            redraw();
          },
        }),
        h('span', null, text),
      );
    openOverlay(
      () =>
        dialogParts(
          `Apply ${model} v${found.version}`,
          [
            h(
              'p',
              { key: 'p' },
              found.nothing_to_do
                ? 'There is nothing to do: the text is in force already.'
                : `${plural(found.steps.length, 'change')} of tables and indexes, ${plural(found.rules.length, 'change')} of rules.`,
            ),
            removes.map((each) =>
              notice('warn', [`${each.what} of ${each.table} goes. `, each.detail]),
            ),
            ask(
              'allow_removals',
              'Let go what the text does not have any more',
              removes.length > 0 || found.unruled.length > 0,
            ),
            ask(
              'force',
              `Take it although the version has not gone up: ${found.needs_force}`,
              Boolean(found.needs_force),
            ),
            ask(
              'enforce',
              'Hold the rules at once, even if stored items break them',
              found.stored_items.some((each) => each.violating > 0),
            ),
          ],
          button('Cancel', { onclick: closeOverlay }),
          button('Apply', {
            primary: true,
            disabled: Boolean(found.needs_force) && !flags.force,
            onclick: () => {
              closeOverlay();
              apply(flags);
            },
          }),
        ),
      { label: 'Apply' },
    );
  }

  // The fix of a finding that names one word for another can be made by a button.
  function cure(finding) {
    const wrong = /`([^`]+)`/.exec(finding.message)?.[1];
    const right = /did you mean `?([\w.$-]+)`?\??/.exec(`${finding.message} ${finding.fix}`)?.[1];
    if (!wrong || !right) return null;
    const lines = state.text.split('\n');
    const line = lines[finding.line - 1] ?? '';
    if (!line.includes(wrong)) return null;
    return {
      text: `Write ${right}`,
      run: () => {
        lines[finding.line - 1] = line.replace(wrong, right);
        change(lines.join('\n'));
      },
    };
  }

  function findingView(finding, i) {
    const kind = { error: 'bad', warning: 'warn', info: 'accent' }[finding.severity];
    const remedy = cure(finding);
    return h(
      'div',
      { class: 'findingrow', key: i },
      h('span', { class: `badge badge--${kind} badge--mono` }, finding.code),
      h('span', null, finding.message),
      h(
        'button',
        { type: 'button', class: 'linkbtn small', onclick: () => revealLine(box, finding.line) },
        `line ${finding.line}`,
      ),
      (finding.fix || finding.usd_per_month || remedy) &&
        h(
          'span',
          { class: 'findingrow__more row row--wrap' },
          finding.fix,
          finding.usd_per_month ? ` ${usd(finding.usd_per_month)} a month` : '',
          remedy && canWrite() && button(remedy.text, { small: true, onclick: remedy.run }),
        ),
    );
  }

  const lintTab = () =>
    state.error && state.findings.length === 0
      ? h('div', { class: 'pad' }, failure(state.error))
      : state.findings.length === 0
        ? h('p', { class: 'pad muted' }, 'Nothing to say: the text is good.')
        : ['error', 'warning', 'info']
            .flatMap((severity) => state.findings.filter((each) => each.severity === severity))
            .map(findingView);

  function planTab() {
    if (state.busy) return h('div', { class: 'pad' }, skeleton(5));
    if (state.error) return h('div', { class: 'pad' }, failure(state.error));
    if (!state.plan)
      return h(
        'div',
        { class: 'pad stack' },
        h(
          'p',
          { class: 'soft' },
          'A plan compares the text with what is in force and reads all stored items, to tell which of them would break its rules. It changes nothing.',
        ),
        h(
          'div',
          null,
          button('Plan', { primary: true, onclick: plan, disabled: errors().length > 0 }),
        ),
      );
    const { steps, rules, stored_items: stored, obstacles } = state.plan;
    const line = (mark, text, more, key) =>
      h(
        'div',
        { class: 'planline', key },
        h('span', { class: `planline__sign ${MARKS[mark][1]}` }, MARKS[mark][0]),
        h('span', null, text),
        h('span'),
        more && h('span', { class: 'planline__more' }, more),
      );
    return [
      state.planOf !== state.text &&
        h(
          'div',
          { class: 'pad', key: 'old' },
          notice(
            'warn',
            'The text has changed since.',
            button('Plan again', { small: true, onclick: plan }),
          ),
        ),
      obstacles.map((text) => h('div', { class: 'pad', key: text }, notice('bad', text))),
      steps.map((each, i) => line(each.mark, `${each.table}: ${each.what}`, each.detail, `s${i}`)),
      rules.map((each, i) =>
        line(
          each.mark,
          each.subject,
          `${each.tightens ? 'tightens: ' : ''}${each.detail}`,
          `r${i}`,
        ),
      ),
      steps.length + rules.length === 0 &&
        h('p', { class: 'pad muted', key: 'none' }, 'Nothing would change.'),
      stored.map((each) =>
        h(
          'div',
          { class: 'planline', key: each.table },
          h(
            'span',
            { class: `planline__sign ${each.violating > 0 ? 'warn' : 'good'}` },
            each.violating > 0 ? '!' : '✓',
          ),
          h(
            'span',
            null,
            `${count(each.items)} stored items of ${each.table}: ${each.violating > 0 ? `${count(each.violating)} break a rule` : 'all keep the rules'}`,
          ),
          h('span'),
          each.rules.map((rule) =>
            h(
              'span',
              { class: 'planline__more', key: `${rule.code}${rule.subject}` },
              h('span', { class: 'badge badge--bad' }, rule.code),
              `${rule.subject}: ${rule.rule}, ${plural(rule.items, 'item')}`,
            ),
          ),
        ),
      ),
    ];
  }

  const TABS = () => [
    ['lint', 'Lint', state.findings.length || undefined],
    ['plan', 'Plan'],
    ['cost', 'Cost'],
    ['diff', 'Diff', isDraft() ? '•' : undefined],
  ];
  const choose = (tab) => {
    state.tab = tab;
    note(`/m/${segment(model)}`, { tab: tab === 'lint' ? '' : tab });
    redraw();
  };

  function body() {
    const numbers = ['error', 'warning', 'info'].map(
      (severity) => state.findings.filter((each) => each.severity === severity).length,
    );
    return [
      h(
        'div',
        { class: 'split split--wide', key: 'split' },
        h(
          'div',
          { class: 'split__main' },
          codeBox(box, state.text, {
            change,
            findings: state.findings,
            readonly: !canWrite(),
            label: `The text of ${model}`,
          }),
        ),
        h(
          'aside',
          { class: 'pane', 'aria-label': 'What the server says' },
          h(
            'div',
            { class: 'pane__head' },
            h(
              'div',
              { class: 'tabs', role: 'tablist', 'aria-label': 'What the server says' },
              TABS().map(([id, text, n]) =>
                h(
                  'button',
                  {
                    type: 'button',
                    role: 'tab',
                    key: id,
                    'aria-selected': String(id === state.tab),
                    onclick: () => choose(id),
                  },
                  text,
                  n &&
                    h(
                      'span',
                      {
                        class: `count${errors().length > 0 && id === 'lint' ? ' count--bad' : ''}`,
                      },
                      n,
                    ),
                ),
              ),
            ),
          ),
          h(
            'div',
            { class: 'pane__body', tabindex: '0', role: 'region', 'aria-label': 'Findings' },
            {
              lint: lintTab,
              plan: planTab,
              cost: () => costTab(state.cost),
              diff: () => diffTab(state.source.text, state.text),
            }[state.tab](),
          ),
        ),
      ),
      h(
        'div',
        { class: 'resultbar', key: 'bar' },
        h('span', { class: numbers[0] > 0 ? 'bad' : '' }, plural(numbers[0], 'error')),
        h('span', { class: numbers[1] > 0 ? 'warn' : '' }, plural(numbers[1], 'warning')),
        h('span', null, plural(numbers[2], 'hint')),
        h(
          'span',
          { class: 'push muted' },
          `Ln ${box.line}, Col ${box.column} · YAML · linted in ${Math.max(1, Math.round(state.lintMs))} ms`,
        ),
      ),
    ];
  }

  const actions = () => [
    isDraft() &&
      h('span', { class: 'badge badge--pencil', key: 'draft' }, 'draft, kept in this browser'),
    isDraft() &&
      button('Discard draft', {
        key: 'discard',
        quiet: true,
        onclick: () => change(state.source.text),
      }),
    app.config.auth === 'none' &&
      h(
        'a',
        {
          key: 'export',
          class: 'btn',
          href: `/api/${segment(held.value.name)}/openapi.json`,
          target: '_blank',
        },
        icon('export', 'sm'),
        'OpenAPI',
      ),
    canWrite() &&
      button('Plan', { key: 'plan', onclick: plan, disabled: errors().length > 0 || state.busy }),
    canWrite() &&
      button('Apply…', {
        key: 'apply',
        primary: true,
        disabled: !state.plan || state.planOf !== state.text || state.busy || errors().length > 0,
        onclick: openApply,
      }),
  ];
  return {
    title: model,
    section: 'models',
    view: () =>
      page(
        modelHead(model, held.value, 'text', held.value ? actions() : []),
        held.value ? body() : scrollBody(loaded(held, () => null)),
      ),
  };
}
