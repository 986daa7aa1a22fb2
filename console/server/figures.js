// What the server tells Prometheus, for people: figures by name and labels.
const LINE = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/;

export function parseMetrics(body) {
  const found = new Map();
  for (const line of body.split('\n')) {
    const match = LINE.exec(line);
    if (!match) continue;
    const [, name, labels = '', value] = match;
    if (!found.has(name)) found.set(name, []);
    found.get(name).push({
      labels: Object.fromEntries(
        [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, word]) => [key, word]),
      ),
      value: Number(value),
    });
  }
  return {
    // The sum over all labels; null if the server has no such figure.
    sum: (name) => found.get(name)?.reduce((total, each) => total + each.value, 0) ?? null,
    all: (name) => found.get(name) ?? [],
  };
}
