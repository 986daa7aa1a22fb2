// Keys that work everywhere. One-letter keys are off while a field has the focus, so that typing
// never starts anything.

const bindings = [];

// keys('Ctrl-k', …), keys('g t', …): `when` says whether it applies now.
export function keys(name, what, run, when = () => true) {
  bindings.push({ name, what, run, when });
}

export function allKeys() {
  return bindings.filter((each) => each.what);
}

function isField(target) {
  return target.matches?.('input, select, textarea, [contenteditable]');
}

function nameOf(event) {
  const parts = [];
  if (event.ctrlKey || event.metaKey) parts.push('Ctrl');
  if (event.altKey) parts.push('Alt');
  if (event.shiftKey && event.key.length > 1) parts.push('Shift');
  parts.push(event.key === ' ' ? 'Space' : event.key);
  return parts.join('-');
}

let first = '';
let firstAt = 0;

export function startKeys() {
  document.addEventListener('keydown', (event) => {
    const name = nameOf(event);
    const isLetter = name.length === 1;
    if (isLetter && isField(event.target)) return;
    const both = isLetter && first && Date.now() - firstAt < 1200 ? `${first} ${name}` : name;
    const found =
      bindings.find((each) => each.name === both && each.when(event)) ??
      bindings.find((each) => each.name === name && each.when(event));
    first = isLetter ? name : '';
    firstAt = Date.now();
    if (!found) return;
    event.preventDefault();
    first = '';
    found.run(event);
  });
}
