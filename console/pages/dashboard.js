// One page of a model: its widgets, on live data.
import { h } from '../core/dom.js';
import { app, load, redraw, toast } from '../core/app.js';
import { link, note, segment } from '../core/router.js';
import { shapeOf } from '../api/schema.js';
import { parseDuration } from '../core/words.js';
import { crumbs, copyText, icon, iconButton, loaded, pageHead, segmented } from '../parts/bits.js';
import { page, scrollBody } from '../parts/frame.js';
import { newWidget, widgetView } from '../dashboard/widgets.js';

const REFRESH_MS = 10_000;

export function open({ model, page: name }, query) {
  const state = { window: query.window ?? '', live: query.live === '1', widgets: null };
  const held = load(
    shapeOf(model).then((shape) => {
      const found = shape.pages.find((each) => each.name === name);
      if (!found) throw new Error(`The model ${model} has no page ${name}.`);
      state.widgets = found.rows.map((row) => row.map((widget) => newWidget(shape, widget, state)));
      return { shape, page: found };
    }),
  );
  const address = () =>
    note(`/d/${segment(model)}/${segment(name)}`, {
      window: state.window,
      live: state.live ? '1' : '',
    });
  const reload = () => state.widgets?.flat().forEach((each) => each.reload());
  const timer = setInterval(() => {
    if (state.live && !document.hidden && !app.overlay) reload();
  }, REFRESH_MS);

  // The windows that some widget can be asked for.
  function windows(shape, found) {
    const rollups = found.rows
      .flat()
      .filter((each) => each.rollup && each.window)
      .map((each) => shape.rollups.find((one) => one.name === each.rollup));
    const all = [...new Set(rollups.flatMap((each) => each?.windows ?? []))];
    return all.sort((a, b) => parseDuration(a) - parseDuration(b));
  }

  const choose = (change) => {
    Object.assign(state, change);
    address();
    reload();
    redraw();
  };
  const head = () => {
    const { shape, page: found } = held.value;
    const all = windows(shape, found);
    return pageHead({
      crumbs: crumbs({ text: 'Dashboards', href: link('/dashboards') }, { text: found.title }),
      meta: [
        h(
          'span',
          { key: 1 },
          'from ',
          h('a', { href: link(`/m/${segment(model)}`) }, `pages.${name}`),
          ` of ${shape.name} v${shape.version}`,
        ),
      ],
      actions: [
        all.length > 1 &&
          segmented(
            'Window',
            'window',
            [['', 'as declared'], ...all.map((each) => [each, each])],
            state.window,
            (window) => choose({ window }),
          ),
        h(
          'button',
          {
            key: 'live',
            type: 'button',
            class: `btn${state.live ? ' btn--on' : ''}`,
            'aria-pressed': String(state.live),
            onclick: () => choose({ live: !state.live }),
          },
          icon(state.live ? 'pause' : 'play', 'sm'),
          'Live',
        ),
        iconButton('link', 'Copy the link', {
          key: 'link',
          onclick: () => copyText(location.href, () => toast('Link copied')),
        }),
      ],
    });
  };
  const body = () =>
    h(
      'div',
      { class: 'widgets' },
      state.widgets.map((row, i) =>
        h(
          'div',
          { key: i },
          row.map((widget, j) => h('div', { key: j, class: 'card' }, widgetView(widget))),
        ),
      ),
    );
  return {
    title: name,
    section: 'dashboards',
    close: () => clearInterval(timer),
    view: () =>
      page(
        held.value
          ? head()
          : pageHead({
              crumbs: crumbs({ text: 'Dashboards', href: link('/dashboards') }, { text: name }),
            }),
        scrollBody(loaded(held, body)),
      ),
  };
}
