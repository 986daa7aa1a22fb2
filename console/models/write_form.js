// A write pattern as a form: its parameters, the body it takes, and the server's refusal if there is one.
import { h } from '../core/dom.js';
import { redraw } from '../core/app.js';
import { rest } from '../api/call.js';
import { button, failure, notice } from '../parts/bits.js';
import { closeOverlay, dialogParts, openOverlay } from '../parts/overlay.js';
import { fieldFor } from './fields.js';

// The attributes that the body may have: of a put all that the server does not fill, else what it says.
function bodyFields(shape, pattern) {
  const entity = shape.entities.find((each) => each.name === pattern.entity);
  if (!entity) return [];
  if (pattern.kind === 'put')
    return entity.attributes.filter((each) => !each.filled || each.required);
  const names = pattern.set ?? [];
  return entity.attributes.filter((each) => names.includes(each.name));
}

// What a person typed, as plain JSON of the type.
function plainOf(rule, text) {
  if (['int', 'number', 'bool', 'map', 'list', 'set', 'union', 'any'].includes(rule.kind))
    return text;
  return JSON.stringify(text);
}

function problemOf(rule, text) {
  if (!['map', 'list', 'set', 'union'].includes(rule.kind)) return null;
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return `${rule.name}: ${error.message}`;
  }
}

// Numbers stay as they were typed: the body is put together as text.
function bodyText(state, fields, pattern) {
  const parts = fields
    .filter((rule) => state.body[rule.name])
    .map((rule) => `${JSON.stringify(rule.name)}: ${plainOf(rule, state.body[rule.name])}`);
  if (pattern.to_parameter)
    parts.unshift(`${JSON.stringify(pattern.to_parameter)}: ${JSON.stringify(state.to)}`);
  return `{${parts.join(', ')}}`;
}

function stateChoice(shape, pattern, state) {
  const lifecycle = shape.entities.find((each) => each.name === pattern.entity)?.lifecycle;
  if (!pattern.to_parameter || !lifecycle) return null;
  return h(
    'label',
    { class: 'field', key: 'to' },
    h('span', { class: 'field__label' }, `New ${lifecycle.attribute}`),
    h(
      'select',
      {
        class: 'select',
        value: state.to,
        onchange: (event) => {
          state.to = event.target.value;
          redraw();
        },
      },
      lifecycle.states.map((each) => h('option', { key: each, value: each }, each)),
    ),
  );
}

// Opens the form; `known` fills what it can. A write that needs nothing more is run at once.
export function runWrite(shape, pattern, known, done, { to, role } = {}) {
  const fields = bodyFields(shape, pattern);
  const lifecycle = shape.entities.find((each) => each.name === pattern.entity)?.lifecycle;
  const step = lifecycle?.transitions.find(
    (each) => !each.by_worker && each.to.includes(to ?? pattern.to),
  );
  const state = {
    values: {},
    body: {},
    to: to ?? lifecycle?.states[0],
    role: role ?? step?.role ?? '',
    error: null,
    busy: false,
  };
  for (const each of pattern.parameters)
    state.values[each.name] = known[each.attribute] ?? known[each.name] ?? '';
  const needed = step ? fields.filter((rule) => step.requires.includes(rule.name)) : fields;

  const send = async () => {
    const wrong = fields
      .map((rule) => (state.body[rule.name] ? problemOf(rule, state.body[rule.name]) : null))
      .find(Boolean);
    if (wrong) {
      state.error = new Error(wrong);
      return redraw();
    }
    Object.assign(state, { busy: true, error: null });
    redraw();
    try {
      const answer = await rest('POST', pattern.by_name, {
        query: state.values,
        body: bodyText(state, fields, pattern),
        headers: state.role ? { 'X-Partita-Role': state.role } : {},
      });
      closeOverlay();
      done(answer);
    } catch (error) {
      state.error = error;
    }
    state.busy = false;
    return redraw();
  };

  const set = (part, name) => (value) => {
    state[part][name] = value;
    redraw();
  };
  const shown = pattern.to_parameter && step ? needed : fields;
  openOverlay(
    () =>
      dialogParts(
        pattern.name,
        [
          h('p', { class: 'soft', key: 'does' }, pattern.does),
          h(
            'div',
            { class: 'params', key: 'params' },
            pattern.parameters.map((each) =>
              fieldFor(each, state.values[each.name], set('values', each.name), { required: true }),
            ),
            !to && stateChoice(shape, pattern, state),
          ),
          to &&
            notice(
              'info',
              `${lifecycle.attribute} becomes ${to}${step?.note ? `. ${step.note}` : ''}`,
            ),
          shown.length > 0 &&
            h(
              'div',
              { class: 'params', key: 'body' },
              shown.map((rule) =>
                fieldFor(rule, state.body[rule.name] ?? '', set('body', rule.name), {
                  required: rule.required || step?.requires.includes(rule.name),
                  isBody: true,
                }),
              ),
            ),
          step?.role &&
            h(
              'label',
              { class: 'field', key: 'role' },
              h('span', { class: 'field__label' }, 'In the role'),
              h('input', {
                class: 'input',
                value: state.role,
                oninput: (event) => {
                  state.role = event.target.value;
                  redraw();
                },
              }),
            ),
          state.error && failure(state.error),
        ],
        button('Cancel', { onclick: closeOverlay }),
        button('Write', { primary: true, disabled: state.busy, onclick: send }),
      ),
    { label: pattern.name, wide: shown.length > 3 },
  );
}
