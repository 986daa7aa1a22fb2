// What scales a table: bounds, and the share of use that is held.
import { toast } from '../core/app.js';
import { scaling } from '../api/call.js';
import { openForm, whole } from '../parts/form_dialog.js';

const METRICS = {
  ReadCapacityUnits: 'DynamoDBReadCapacityUtilization',
  WriteCapacityUnits: 'DynamoDBWriteCapacityUtilization',
};

// What can be scaled: reads and writes of the table and of each global index.
function things(schema) {
  const indexes = schema.indexes.filter((each) => !each.local);
  return [
    { id: `table/${schema.name}`, kind: 'table', words: 'the table' },
    ...indexes.map(({ name }) => ({
      id: `table/${schema.name}/index/${name}`,
      kind: 'index',
      words: name,
    })),
  ].flatMap((each) =>
    ['Write', 'Read'].map((way) => ({
      value: `${each.id} dynamodb:${each.kind}:${way}CapacityUnits`,
      text: `${way.toLowerCase()}s of ${each.words}`,
    })),
  );
}

async function set(what, { from, to, held }) {
  const [ResourceId, ScalableDimension] = what.split(' ');
  await scaling('RegisterScalableTarget', {
    ResourceId,
    ScalableDimension,
    MinCapacity: Number(from),
    MaxCapacity: Number(to),
  });
  await scaling('PutScalingPolicy', {
    ResourceId,
    ScalableDimension,
    PolicyName: `console-${ScalableDimension.split(':')[2]}`,
    PolicyType: 'TargetTrackingScaling',
    TargetTrackingScalingPolicyConfiguration: {
      TargetValue: Number(held),
      PredefinedMetricSpecification: {
        PredefinedMetricType: METRICS[ScalableDimension.split(':')[2]],
      },
    },
  });
}

// Changes a target if one is given: its policy keeps its name.
export function openScaling(schema, done, target = null) {
  const known = things(schema);
  const tracked = target?.policy?.TargetTrackingScalingPolicyConfiguration;
  const given = target && `${target.ResourceId} ${target.ScalableDimension}`;
  openForm({
    title: target ? 'Change the scaling' : 'Scale by use',
    text: 'Raised when more is used for two minutes, lowered when less is used for a quarter of an hour, within these bounds.',
    fields: [
      {
        name: 'what',
        label: 'What',
        value: given ?? known[0].value,
        options: known.map(({ value, text }) => [value, text]),
        when: () => !target,
      },
      {
        name: 'from',
        label: 'At least, units a second',
        value: String(target?.MinCapacity ?? 5),
        number: true,
        first: true,
        check: whole(1, 40_000),
      },
      {
        name: 'to',
        label: 'At most, units a second',
        value: String(target?.MaxCapacity ?? 100),
        number: true,
        check: whole(1, 40_000),
      },
      {
        name: 'held',
        label: 'Held at, per cent of use',
        value: String(tracked?.TargetValue ?? 70),
        number: true,
        check: whole(20, 90),
      },
    ],
    action: target ? 'Change' : 'Scale',
    run: async (values) => {
      if (target?.policy && !target.policy.PolicyName.startsWith('console-'))
        await scaling('DeleteScalingPolicy', {
          PolicyName: target.policy.PolicyName,
          ResourceId: target.ResourceId,
          ScalableDimension: target.ScalableDimension,
        });
      await set(values.what, values);
      toast('It is scaled by its use');
      done();
    },
  });
}

export const stopScaling = ({ ResourceId, ScalableDimension }) =>
  scaling('DeregisterScalableTarget', { ResourceId, ScalableDimension });
