// What is read again and again while a page is open: `held` as load() makes it, never without the last
// value once there was one.
import { load, redraw } from './app.js';

export function follow(read, everyMs) {
  let isOver = false;
  const state = { held: load(read()) };
  state.again = async () => {
    const next = load(read());
    await next.promise;
    if (isOver) return;
    if (!next.error || state.held.value === undefined) state.held = next;
    redraw();
  };
  const timer = setInterval(() => {
    if (!document.hidden) state.again();
  }, everyMs);
  state.close = () => {
    isOver = true;
    clearInterval(timer);
  };
  return state;
}
