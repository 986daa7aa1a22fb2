// A lifecycle on live data: the graph of its states with counts, and a board on which items move along
// the allowed transitions only.
import { h } from '../core/dom.js';
import { canWrite, load, redraw, toast } from '../core/app.js';
import { link, note, segment } from '../core/router.js';
import { rest } from '../api/call.js';
import { keyOfItem, tableSchema } from '../api/schema.js';
import { stageRows, stateCounts } from '../lifecycle/state_rows.js';
import { graphView } from '../lifecycle/graph.js';
import { count, cut, duration } from '../core/words.js';
import { brief } from '../api/typed.js';
import { button, empty, glyph, icon, loaded, notice, roleOf, segmented } from '../parts/bits.js';
import { page, scrollBody } from '../parts/frame.js';
import { tableHead } from '../parts/table_head.js';
import { runWrite } from '../models/write_form.js';

export function open({ table }, query) {
  const state = {
    entity: query.entity ?? '',
    dragged: null,
    target: null,
    rows: null,
    counts: null,
  };
  const held = load(
    tableSchema(table).then((schema) => {
      read(schema);
      return schema;
    }),
  );

  const entityOf = (schema) =>
    schema.entities.find((each) => each.name === state.entity && each.lifecycle) ??
    schema.entities.find((each) => each.lifecycle);

  function read(schema) {
    const entity = entityOf(schema);
    if (!entity) return;
    state.counts = load(stateCounts(schema, entity));
    state.overdue = load(
      rest('GET', `/api/models/${segment(schema.model.name)}`).then((model) =>
        model.overdue.filter((each) => each.entity === entity.name),
      ),
    );
    state.rows = load(stageRows(schema, entity));
  }

  function choose(schema, entity) {
    state.entity = entity;
    note(`/t/${segment(table)}/lifecycle`, { entity });
    read(schema);
    redraw();
  }

  // The pattern that makes a step of the lifecycle, by the state it leads to.
  function patternFor(schema, entity, to) {
    const all = schema.shape.patterns.filter(
      (each) =>
        each.kind === 'transition' && !each.claim && each.entity === entity.name && each.plan,
    );
    return all.find((each) => each.to === to) ?? all.find((each) => each.to_parameter);
  }

  const steps = (entity, from) =>
    entity.lifecycle.transitions
      .filter((each) => each.from.includes(from) && !each.by_server && !each.by_worker)
      .flatMap((step) => step.to.map((to) => ({ step, to })));

  function move(schema, entity, item, to, step) {
    const pattern = patternFor(schema, entity, to);
    if (!pattern) return toast(`The model has no transition pattern to ${to}`, { kind: 'bad' });
    const known = Object.fromEntries(
      Object.entries(item).map(([name, value]) => [name, Object.values(value)[0]]),
    );
    return runWrite(
      schema.shape,
      pattern,
      known,
      () => {
        toast(`${entity.name} is now ${to}`);
        read(schema);
        redraw();
      },
      { to, role: step.role },
    );
  }

  function leaseOf(entity, item) {
    const lease = entity.lifecycle.leases.find(
      (each) => each.state === item[entity.lifecycle.attribute]?.S,
    );
    const from = lease && item[lease.from];
    if (!from) return null;
    const content = Object.values(from)[0];
    const rule = entity.attributes.find((each) => each.name === lease.from);
    const instant =
      rule?.encoding === 'epoch_s'
        ? Number(content) * 1000
        : rule?.encoding === 'epoch_ms'
          ? Number(content)
          : Date.parse(content);
    const over = Date.now() - instant - lease.timeout_ms;
    return { over, left: Math.max(0, Math.min(1, -over / lease.timeout_ms)) };
  }

  function leaseView(lease) {
    const isOver = lease.over > 0;
    return h(
      'span',
      { class: `lease${isOver ? ' lease--over' : ''}` },
      h(
        'svg',
        { class: 'lease__dial', viewBox: '0 0 14 14', 'aria-hidden': 'true' },
        h('circle', { cx: 7, cy: 7, r: 5 }),
        h('circle', {
          class: 'left',
          cx: 7,
          cy: 7,
          r: 5,
          'stroke-dasharray': `${(isOver ? 1 : lease.left) * 31.4} 31.4`,
          transform: 'rotate(-90 7 7)',
        }),
      ),
      isOver ? `${duration(lease.over)} over` : `${duration(-lease.over)} left`,
    );
  }

  function card(schema, entity, row) {
    const { item } = row;
    const from = item[entity.lifecycle.attribute].S;
    const next = steps(entity, from);
    const lease = leaseOf(entity, item);
    const id = row.id ?? Object.values(keyOfItem(schema, item)).map(brief).join(' · ');
    const facts = entity.attributes
      .filter(
        (each) =>
          each.kind === 'enum' && each.name !== entity.lifecycle.attribute && item[each.name],
      )
      .slice(0, 2)
      .map((each) => brief(item[each.name]));
    return h(
      'div',
      {
        key: id,
        class: `job${lease?.over > 0 ? ' job--stuck' : ''}${state.dragged?.item === item ? ' job--held' : ''}`,
        draggable: next.length > 0 && canWrite() ? 'true' : null,
        'aria-disabled': next.length === 0 ? 'true' : null,
        ondragstart: (event) => {
          state.dragged = { item, from, next };
          event.dataTransfer.setData('text/plain', id);
          redraw();
        },
        ondragend: () => {
          state.dragged = null;
          state.target = null;
          redraw();
        },
      },
      h(
        'div',
        { class: 'job__id' },
        h(
          'a',
          {
            href: link(`/t/${segment(table)}/items`, {
              sel: JSON.stringify(keyOfItem(schema, item)),
            }),
          },
          cut(id, 20),
        ),
      ),
      facts.length > 0 &&
        h('div', { class: 'job__row' }, h('span', { class: 'cut' }, facts.join(' · '))),
      lease && leaseView(lease),
      next.length > 0 &&
        canWrite() &&
        h(
          'div',
          { class: 'job__acts' },
          next.map(({ step, to }) =>
            button(step.name ?? to, {
              key: `${step.name}${to}`,
              small: true,
              title: `${from} → ${to}`,
              onclick: () => move(schema, entity, item, to, step),
            }),
          ),
        ),
    );
  }

  function lane(schema, entity, name, rows) {
    const role = roleOf(entity.lifecycle, name);
    // Asked when it happens, too: a quick hand drops before the lane is drawn as a target.
    const dropped = () => state.dragged?.next.find((each) => each.to === name);
    const drop = dropped();
    const total = state.counts?.value?.[name];
    return h(
      'section',
      {
        key: name,
        class: `lane${drop ? ' lane--target' : ''}`,
        'aria-label': `${name}, ${total ?? rows.length}`,
        ondragover: (event) => {
          if (dropped()) event.preventDefault();
        },
        ondrop: (event) => {
          event.preventDefault();
          const step = dropped()?.step;
          if (step) move(schema, entity, state.dragged.item, name, step);
        },
      },
      h(
        'div',
        { class: `lane__head is-${role}` },
        h('span', { class: `state state--bare is-${role}` }, glyph(role), name),
        h('span', { class: 'count' }, total === undefined ? '' : count(total)),
      ),
      rows.length === 0 && h('p', { class: 'lane__more' }, 'none'),
      rows.map((row) => card(schema, entity, row)),
      total > rows.length &&
        h('p', { class: 'lane__more' }, `${rows.length} of ${count(total)} shown`),
    );
  }

  function board(schema, entity, byState) {
    const sorted = (rows) =>
      [...rows].sort(
        (a, b) =>
          (leaseOf(entity, b.item)?.over ?? -Infinity) -
          (leaseOf(entity, a.item)?.over ?? -Infinity),
      );
    return h(
      'div',
      { class: 'board', tabindex: '0', role: 'region', 'aria-label': 'Board' },
      entity.lifecycle.states.map((name) =>
        lane(schema, entity, name, sorted(byState[name] ?? [])),
      ),
    );
  }

  function body(schema) {
    const entity = entityOf(schema);
    if (!entity)
      return h(
        'section',
        { class: 'card' },
        empty(
          'flow',
          'No lifecycle',
          'An entity with a lifecycle has states and transitions, which the server holds every write to. No entity of this table has one.',
        ),
      );
    const alive = schema.entities.filter((each) => each.lifecycle);
    const stuck = (state.overdue?.value ?? []).filter((each) => each.items > 0);
    return [
      alive.length > 1 &&
        h(
          'div',
          { key: 'which' },
          segmented(
            'Entity',
            'entity',
            alive.map((each) => [each.name, each.name]),
            entity.name,
            (name) => choose(schema, name),
          ),
        ),
      h(
        'section',
        { class: 'card', key: 'graph' },
        h(
          'div',
          { class: 'card__head' },
          h('h2', null, `${entity.name}, by ${entity.lifecycle.attribute}`),
          stuck.map((each) =>
            h(
              'span',
              { class: 'badge badge--warn', key: each.state },
              icon('clock', 'sm'),
              `${count(each.items)} over ${each.timeout} in ${each.state}`,
            ),
          ),
          h(
            'span',
            { class: 'muted small' },
            state.counts?.value
              ? `counts are exact${state.counts.value.$rollup ? `, kept by the rollup ${state.counts.value.$rollup}` : ', counted now'}`
              : '',
          ),
        ),
        h(
          'div',
          { class: 'card__body' },
          loaded(state.counts, (counts) => graphView(entity.lifecycle, counts, stuck)),
        ),
      ),
      h(
        'div',
        { class: 'row', key: 'title' },
        h('h2', null, 'Board'),
        h(
          'span',
          { class: 'muted small' },
          'stuck ones first; drag a card, or use its buttons: only allowed steps are offered',
        ),
        h(
          'span',
          { class: 'push' },
          button('Read again', {
            small: true,
            onclick: () => {
              read(schema);
              redraw();
            },
          }),
        ),
      ),
      !canWrite() && notice('info', 'Read-only: nothing can be moved.'),
      loaded(state.rows, (rows) => board(schema, entity, rows)),
    ];
  }
  return {
    title: `${table} lifecycle`,
    section: 'tables',
    view: () => page(tableHead(table, held.value, 'lifecycle'), scrollBody(loaded(held, body))),
  };
}
