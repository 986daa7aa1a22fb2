// The frame around every page: top bar, navigation, messages.
import { h } from '../core/dom.js';
import { app, canWrite, kept, redraw } from '../core/app.js';
import { link } from '../core/router.js';
import { forget, who } from '../api/session.js';
import { icon, notice } from './bits.js';
import { closeOverlay, dialogParts, openOverlay, overlayView, toastsView } from './overlay.js';
import { openPalette } from './palette.js';

const PAGES = [
  { id: 'tables', text: 'Tables', icon: 'table', href: link('/') },
  { id: 'models', text: 'Models', icon: 'model', href: link('/models') },
  { id: 'dashboards', text: 'Dashboards', icon: 'dash', href: link('/dashboards') },
  { id: 'streams', text: 'Streams', icon: 'stream', href: link('/streams') },
  { id: 'backups', text: 'Backups', icon: 'archive', href: link('/backups') },
  { id: 'metrics', text: 'Metrics', icon: 'gauge', href: link('/metrics') },
  { id: 'work', text: 'Work', icon: 'jobs', href: link('/jobs') },
  { id: 'server', text: 'Server', icon: 'server', href: link('/server') },
];

function environment() {
  const { name } = app.config;
  const kind = /prod/i.test(name) ? ' env--prod' : /stag|test|qa/i.test(name) ? ' env--stage' : '';
  return h('span', { class: `env${kind}` }, name || location.host);
}

export function setTheme(theme) {
  kept.set('theme', theme);
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  redraw();
}

// Two of them at once are two groups of buttons: each needs a name of its own.
function themeSwitch(name = 'theme-more') {
  const chosen = kept.get('theme', 'system');
  return h(
    'fieldset',
    { class: 'seg seg--sm seg--icon', 'aria-label': 'Theme' },
    [
      ['light', 'sun'],
      ['system', 'screen'],
      ['dark', 'moon'],
    ].map(([theme, sign]) =>
      h(
        'label',
        { key: theme, title: theme },
        h('input', {
          type: 'radio',
          name,
          'aria-label': theme,
          checked: theme === chosen,
          onchange: () => setTheme(theme),
        }),
        icon(sign, 'sm'),
      ),
    ),
  );
}

function brandMark() {
  return h(
    'svg',
    { class: 'brand__mark', 'aria-hidden': 'true', viewBox: '0 0 24 24', fill: 'currentColor' },
    h('use', { href: '#logo' }),
  );
}

function writing() {
  const text = canWrite() ? 'Writes on' : 'Read-only';
  const why = canWrite()
    ? 'Changes are staged and written when you save'
    : 'This server was started with --console-read-only';
  return h(
    'span',
    { class: 'lockmark wide-only', title: why },
    icon(canWrite() ? 'unlock' : 'lock', 'sm'),
    text,
  );
}

function topBar() {
  return h(
    'header',
    { class: 'topbar' },
    h(
      'div',
      { class: 'topbar__brand' },
      h('a', { class: 'brand', href: link('/') }, brandMark(), 'Partita'),
      environment(),
    ),
    h(
      'div',
      { class: 'topbar__search' },
      h(
        'button',
        { type: 'button', class: 'searchbtn', 'aria-label': 'Search or run', onclick: openPalette },
        icon('search', 'sm'),
        h('span', { class: 'grow wide-only' }, 'Search or run…'),
        h('kbd', { class: 'kbd' }, 'Ctrl K'),
      ),
    ),
    h(
      'div',
      { class: 'topbar__end' },
      h('span', { class: 'wide-only' }, themeSwitch('theme')),
      writing(),
      who() &&
        h(
          'button',
          {
            type: 'button',
            class: 'btn btn--quiet btn--sm',
            title: `Signed in as ${who()}`,
            onclick: () => forget(),
          },
          icon('user', 'sm'),
          'Sign out',
        ),
    ),
  );
}

function healthLine() {
  const { health } = app;
  if (app.trouble)
    return [
      h('span', { class: 'row', key: 'state' }, h('span', { class: 'dot is-failed' }), 'No answer'),
    ];
  if (!health) return [];
  const isWell = health.status === 'ok';
  const text = isWell
    ? `Healthy, ${{ synced: 'writes synced', relaxed: 'relaxed durability', external: 'in PostgreSQL' }[health.durability] ?? 'in memory'}`
    : `${health.status}: writes ${health.writes}`;
  return [
    h(
      'a',
      { class: 'row muted', key: 'state', href: link('/server') },
      h('span', { class: `dot ${isWell ? 'is-done' : 'is-active'}` }),
      text,
    ),
    health.faults
      ? h(
          'span',
          { class: 'row', key: 'faults', title: 'Some requests are answered wrongly on purpose' },
          h('span', { class: 'dot is-failed' }),
          `Faults on: ${health.faults}`,
        )
      : null,
  ];
}

function savedViews() {
  const views = kept.get('views', []);
  if (views.length === 0) return null;
  return h(
    'div',
    { class: 'nav' },
    h('span', { class: 'nav__title' }, 'Saved views'),
    views.map((view) =>
      h(
        'a',
        {
          key: view.href,
          class: 'nav__link',
          href: view.href,
        },
        icon('star', 'sm'),
        h('span', { class: 'nav__label' }, view.name),
      ),
    ),
  );
}

function sideNav() {
  const section = app.page?.section;
  return h(
    'aside',
    { class: 'sidenav' },
    h(
      'nav',
      { class: 'nav', 'aria-label': 'Main' },
      PAGES.map((page) =>
        h(
          'a',
          {
            key: page.id,
            class: 'nav__link',
            href: page.href,
            title: page.text,
            'aria-current': page.id === section ? 'page' : null,
          },
          icon(page.icon),
          h('span', { class: 'nav__label' }, page.text),
        ),
      ),
    ),
    savedViews(),
    h(
      'div',
      { class: 'nav__foot' },
      healthLine(),
      h('span', null, `partita ${app.config.version}`),
    ),
  );
}

// A phone has room for four; the others, the theme and what is saved are behind the fifth.
const ON_PHONES = ['tables', 'models', 'dashboards', 'work'];

function morePages() {
  const others = PAGES.filter((page) => !ON_PHONES.includes(page.id));
  const entry = (name, text, href) =>
    h(
      'a',
      { key: href, class: 'menu__item', href, onclick: () => closeOverlay() },
      icon(name),
      h('span', { class: 'grow' }, text),
    );
  openOverlay(
    () =>
      dialogParts(
        'More',
        [
          h(
            'nav',
            { class: 'stack stack--1', key: 'pages', 'aria-label': 'More pages' },
            others.map((page) => entry(page.icon, page.text, page.href)),
            kept.get('views', []).map((view) => entry('star', view.name, view.href)),
          ),
          h('div', { class: 'row row--between', key: 'theme' }, 'Theme', themeSwitch()),
        ],
        h('span', { class: 'muted small grow' }, `partita ${app.config.version}`),
      ),
    { label: 'More' },
  );
}

function bottomNav() {
  const section = app.page?.section;
  const isOther = section && !ON_PHONES.includes(section);
  return h(
    'nav',
    { class: 'bottomnav', 'aria-label': 'Main' },
    PAGES.filter((page) => ON_PHONES.includes(page.id)).map((page) =>
      h(
        'a',
        {
          key: page.id,
          class: 'bottomnav__link',
          href: page.href,
          'aria-current': page.id === section ? 'page' : null,
        },
        icon(page.icon, 'lg'),
        page.text,
      ),
    ),
    h(
      'button',
      {
        type: 'button',
        class: 'bottomnav__link',
        'aria-haspopup': 'dialog',
        'aria-current': isOther ? 'true' : null,
        onclick: morePages,
      },
      icon('more', 'lg'),
      'More',
    ),
  );
}

export function frame() {
  const page = app.page?.view() ?? h('main', { class: 'page', id: 'main' });
  return [
    h('a', { class: 'skip', key: 'skip', href: '#main' }, 'Skip to content'),
    h(
      'div',
      { class: 'app', key: 'app', inert: app.overlay ? true : null },
      topBar(),
      sideNav(),
      page,
      bottomNav(),
    ),
    app.trouble &&
      h(
        'div',
        { class: 'banner', key: 'trouble' },
        notice(
          'warn',
          `${app.trouble} Nothing you have entered is lost; this goes on when the server does.`,
        ),
      ),
    toastsView(),
    overlayView(),
  ];
}

// A page with its heading, and a body that scrolls.
export function page(head, ...body) {
  return h('main', { class: 'page page--flow', id: 'main', tabindex: '-1' }, head, ...body);
}

export function scrollBody(...children) {
  return h(
    'div',
    { class: 'page__scroll', tabindex: '0', role: 'region', 'aria-label': 'Content' },
    h('div', { class: 'page__body' }, ...children),
  );
}
