// Starts the console: asks what the server is, who signs, and opens the page of the address.
import { draw } from './core/dom.js';
import { app, kept, redraw, startDrawing } from './core/app.js';
import { go, link, route, startRouter } from './core/router.js';
import { keys, startKeys } from './core/keys.js';
import { openSession } from './api/session.js';
import { frame, setTheme } from './parts/frame.js';
import { openPalette } from './parts/palette.js';
import { openHelp } from './parts/help.js';
import { signInView } from './pages/signin.js';

route('/', () => import('./pages/tables.js'));
route('/tour', () => import('./pages/tour.js'));
route('/t/{table}', () => import('./pages/items.js'));
route('/t/{table}/items', () => import('./pages/items.js'));
route('/t/{table}/entities', () => import('./pages/entities.js'));
route('/t/{table}/facets', () => import('./pages/facets.js'));
route('/t/{table}/lifecycle', () => import('./pages/lifecycle.js'));
route('/t/{table}/indexes', () => import('./pages/indexes.js'));
route('/t/{table}/capacity', () => import('./pages/capacity.js'));
route('/t/{table}/expiry', () => import('./pages/expiry.js'));
route('/t/{table}/recovery', () => import('./pages/recovery.js'));
route('/t/{table}/stream', () => import('./pages/stream.js'));
route('/models', () => import('./pages/models.js'));
route('/m/{model}', () => import('./pages/editor.js'));
route('/m/{model}/patterns', () => import('./pages/patterns.js'));
route('/m/{model}/compare', () => import('./pages/compare.js'));
route('/m/{model}/search', () => import('./pages/search.js'));
route('/m/{model}/graph', () => import('./pages/graph.js'));
route('/dashboards', () => import('./pages/dashboards.js'));
route('/d/{model}/{page}', () => import('./pages/dashboard.js'));
route('/streams', () => import('./pages/streams.js'));
route('/backups', () => import('./pages/backups.js'));
route('/metrics', () => import('./pages/metrics.js'));
route('/m/{model}/migrations', () => import('./pages/migrations.js'));
route('/migrations', () => import('./pages/migrations.js'));
route('/queues', () => import('./pages/queues.js'));
route('/deliveries', () => import('./pages/deliveries.js'));
route('/archives', () => import('./pages/archives.js'));
route('/jobs', () => import('./pages/jobs.js'));
route('/server', () => import('./pages/server.js'));

keys('Ctrl-k', 'search or run', openPalette);
keys('?', 'all keys', openHelp);
for (const [name, what, path] of [
  ['g t', 'tables', '/'],
  ['g m', 'models', '/models'],
  ['g d', 'dashboards', '/dashboards'],
  ['g s', 'server', '/server'],
  ['g b', 'backups', '/backups'],
  ['g j', 'jobs', '/jobs'],
  ['g q', 'queues', '/queues'],
  ['g c', 'metrics', '/metrics'],
]) {
  keys(name, `go to ${what}`, () => go(link(path)));
}
keys(
  'Ctrl-s',
  'save what is staged',
  () => app.page.save?.(),
  () => Boolean(app.page?.save),
);
keys(
  'Ctrl-z',
  'undo the last save',
  () => app.page.undo?.(),
  (event) => Boolean(app.page?.undo) && !event.target.matches('input, textarea'),
);
keys(
  'Ctrl-Enter',
  'run',
  () => app.page.run?.(),
  () => Boolean(app.page?.run),
);

async function watchHealth() {
  try {
    const answer = await fetch('/health', { cache: 'no-store' });
    app.health = await answer.json();
    app.trouble = null;
  } catch {
    app.trouble = 'The server does not answer.';
  }
  redraw();
  setTimeout(watchHealth, document.hidden ? 30_000 : 5_000);
}

async function start() {
  setTheme(kept.get('theme', 'system'));
  const answer = await fetch('/console/config.json', { cache: 'no-store' });
  app.config = await answer.json();
  await openSession();
  const root = document.getElementById('app');
  startDrawing(() => draw(root, app.mustSignIn ? signInView() : frame()));
  startKeys();
  startRouter();
  watchHealth();
}

start();
