// Every view is a link: the path says which page, the query all of its state.
import { app, redraw } from './app.js';

const ROOT = '/console';
const routes = [];

// route('/t/{table}/items', () => import(...)): the module's `open(params, query)` makes the page.
export function route(template, load) {
  const names = [];
  const source = template.replace(/\{(\w+)\}/g, (_, name) => {
    names.push(name);
    return '([^/]+)';
  });
  routes.push({ pattern: new RegExp(`^${source}/?$`), names, load });
}

export function link(path, query = {}) {
  const pairs = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return `${ROOT}${path}${text ? `?${text}` : ''}`;
}

export const segment = encodeURIComponent;

export function query() {
  return Object.fromEntries(new URLSearchParams(location.search));
}

export function go(href, { replace = false } = {}) {
  if (href !== location.pathname + location.search) {
    history[replace ? 'replaceState' : 'pushState'](null, '', href);
  }
  return show();
}

// Notes the state of the page that is open in its address, without opening it again.
export function note(path, values, { replace = true } = {}) {
  const href = link(path, values);
  if (href === location.pathname + location.search) return;
  history[replace ? 'replaceState' : 'pushState'](null, '', href);
}

let turn = 0;

function find(path) {
  for (const each of routes) {
    const match = each.pattern.exec(path);
    if (!match) continue;
    const params = Object.fromEntries(
      each.names.map((name, i) => [name, decodeURIComponent(match[i + 1])]),
    );
    return { each, params };
  }
  return null;
}

async function show() {
  const mine = ++turn;
  const path = location.pathname.slice(ROOT.length) || '/';
  const found = find(path);
  const target = found ? found.each.load : () => import('../pages/missing.js');
  let page;
  try {
    const module = await target();
    page = module.open(found?.params ?? {}, query());
  } catch (error) {
    const module = await import('../pages/missing.js');
    page = module.open({ error }, {});
  }
  if (mine !== turn) return page.close?.();
  app.page?.close?.();
  app.page = page;
  app.overlay = null;
  document.title = `${page.title} · Partita`;
  redraw();
  return undefined;
}

function isOurs(anchor, event) {
  const isPlain =
    event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  return (
    isPlain &&
    anchor.origin === location.origin &&
    anchor.pathname.startsWith(ROOT) &&
    !anchor.hasAttribute('download') &&
    anchor.target !== '_blank'
  );
}

export function startRouter() {
  window.addEventListener('popstate', show);
  document.addEventListener('click', (event) => {
    const anchor = event.target.closest?.('a[href]');
    if (!anchor || event.defaultPrevented || !isOurs(anchor, event)) return;
    event.preventDefault();
    go(anchor.pathname + anchor.search);
  });
  show();
}
