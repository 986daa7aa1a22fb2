// What axe finds wrong with a page. The policy of the pages forbids scripts of others, so it comes in as
// the debugger's.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export async function violations(page, rules) {
  await page.evaluate(axe);
  const result = await page.evaluate(
    (only) =>
      window.axe.run(document, {
        resultTypes: ['violations'],
        ...(only ? { runOnly: { type: 'rule', values: only } } : {}),
      }),
    rules,
  );
  return result.violations.flatMap((each) =>
    each.nodes.map(
      (node) => `${each.id}: ${node.target.join(' ')} ${node.failureSummary.split('\n')[1] ?? ''}`,
    ),
  );
}
