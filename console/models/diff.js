// The difference of two texts, line by line: what is common stays, the rest was removed or added.

// `line` is the number in its text; of common lines that in the second, `was` that in the first.
// Longest common subsequence over the lines that differ at all.
export function diffLines(before, after) {
  const [a, b] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (
    end < a.length - start &&
    end < b.length - start &&
    a[a.length - 1 - end] === b[b.length - 1 - end]
  )
    end += 1;
  const [x, y] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const table = Array.from({ length: x.length + 1 }, () => new Uint16Array(y.length + 1));
  for (let i = x.length - 1; i >= 0; i -= 1) {
    for (let j = y.length - 1; j >= 0; j -= 1)
      table[i][j] =
        x[i] === y[j] ? table[i + 1][j + 1] + 1 : Math.max(table[i + 1][j], table[i][j + 1]);
  }
  const lines = a.slice(0, start).map((text, i) => ({ kind: ' ', text, line: i + 1, was: i + 1 }));
  let [i, j] = [0, 0];
  while (i < x.length || j < y.length) {
    if (i < x.length && j < y.length && x[i] === y[j]) {
      lines.push({ kind: ' ', text: x[i], line: start + j + 1, was: start + i + 1 });
      i += 1;
      j += 1;
    } else if (i < x.length && (j === y.length || table[i + 1][j] >= table[i][j + 1])) {
      lines.push({ kind: '-', text: x[i], line: start + i + 1 });
      i += 1;
    } else {
      lines.push({ kind: '+', text: y[j], line: start + j + 1 });
      j += 1;
    }
  }
  a.slice(a.length - end).forEach((text, k) =>
    lines.push({
      kind: ' ',
      text,
      line: b.length - end + k + 1,
      was: a.length - end + k + 1,
    }),
  );
  return lines;
}

// Only what changed, with some lines around it.
export function hunks(lines, around = 3) {
  const keep = lines.map((_, i) =>
    lines.slice(Math.max(0, i - around), i + around + 1).some((each) => each.kind !== ' '),
  );
  const shown = [];
  lines.forEach((line, i) => {
    if (keep[i]) shown.push(line);
    else if (i > 0 && keep[i - 1]) shown.push({ kind: '…', text: '…', line: '' });
  });
  return shown;
}

// The same lines for two columns: what was removed beside what was added in its place.
export function pairs(lines) {
  const rows = [];
  let removed = [];
  let added = [];
  const flush = () => {
    for (let i = 0; i < Math.max(removed.length, added.length); i += 1)
      rows.push([removed[i] ?? null, added[i] ?? null]);
    [removed, added] = [[], []];
  };
  for (const line of lines) {
    if (line.kind === '-') removed.push(line);
    else if (line.kind === '+') added.push(line);
    else {
      flush();
      rows.push([{ ...line, line: line.was ?? '' }, line]);
    }
  }
  flush();
  return rows;
}
