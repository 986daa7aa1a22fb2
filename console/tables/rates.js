// What tables were used for in the last ten minutes, in capacity units a second.
import { rest } from '../api/call.js';
import { tableList } from '../api/schema.js';

const STEP = 10;
const POINTS = 60;
const TABLES_MAX = 40;

async function rateOf(name) {
  const { series } = await rest('GET', '/api/server/series', {
    query: { step: STEP, table: name },
  });
  const units = series.read_units.map((value, i) => value + series.write_units[i]).slice(-POINTS);
  return { values: units, now: units.at(-1) ?? 0, throttled: series.throttled.slice(-POINTS) };
}

// {table: {values, now, throttled}}; of a server with very many tables only the first.
export async function readRates() {
  const names = (await tableList()).slice(0, TABLES_MAX).map(({ table }) => table.TableName);
  const rates = await Promise.all(names.map((name) => rateOf(name).catch(() => null)));
  return Object.fromEntries(names.map((name, i) => [name, rates[i]]));
}
