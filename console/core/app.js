// The one state of the page, and when it is drawn again. Pages keep their own state in an object that
// lives as long as the page is open; all of them ask for redraw() when it has changed.

let render = null;
let isAsked = false;

export const app = {
  config: null, // What the server says of itself before anybody signs in.
  page: null, // {path, view(), title, crumbs…}: the page that is open.
  overlay: null, // A dialog or the palette, drawn above the page.
  toasts: [],
  trouble: null, // Why the server cannot be reached, or null.
  mustSignIn: false,
};

export function startDrawing(draw) {
  render = draw;
  redraw();
}

export function redraw() {
  if (isAsked || !render) return;
  isAsked = true;
  requestAnimationFrame(() => {
    isAsked = false;
    render();
  });
}

export const canWrite = () => app.config?.mode !== 'read-only';

// A value that is fetched: `value` once it is there, `error` if it failed. `slow` turns true when it
// takes longer than a reader would notice, so that nothing flickers.
export function load(fetching) {
  const held = { value: undefined, error: null, slow: false, done: false };
  const timer = setTimeout(() => {
    held.slow = !held.done;
    redraw();
  }, 150);
  const end = (change) => {
    clearTimeout(timer);
    Object.assign(held, { done: true, slow: false }, change);
    redraw();
  };
  held.promise = fetching.then(
    (value) => end({ value }),
    (error) => end({ error }),
  );
  return held;
}

export function toast(text, options = {}) {
  const one = { text, id: Symbol('toast'), ...options };
  app.toasts = [...app.toasts.slice(-2), one];
  redraw();
  setTimeout(() => {
    app.toasts = app.toasts.filter((each) => each !== one);
    redraw();
  }, options.stays ?? 5000);
}

// Kept by this browser; never a secret.
export const kept = {
  get(name, fallback) {
    try {
      return JSON.parse(localStorage.getItem(`partita.${name}`)) ?? fallback;
    } catch {
      return fallback;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(`partita.${name}`, JSON.stringify(value));
    } catch {
      // A browser that keeps nothing still shows everything.
    }
  },
};
