// The album workflow's document: its key helpers and query functions, word for word, and its sample
// items with other ids. The functions close over a client and a table, as the document's do.
import { randomUUID } from 'node:crypto';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';

export const createExecutionKey = (executionId) => ({
  pk: executionId,
  sk: 'metadata'
});

export const createAlbumKey = (executionId, albumIndex) => ({
  pk: executionId,
  sk: `album-${albumIndex}`
});

export const createTaskKey = (taskId) => ({
  pk: taskId,
  sk: 'metadata'
});

export const createMetricsKey = (date, workflowType) => ({
  pk: date,
  sk: `metrics-${workflowType}`
});

export const createGSI1Key = (workflowType, entityType, status, createdAt) => ({
  GSI1PK: [workflowType, entityType],
  GSI1SK: [status, createdAt]
});

export const createGSI2Key = (workflowType, executionId, entityType, sortValue = 0) => ({
  GSI2PK: [workflowType, executionId],
  GSI2SK: [entityType, sortValue]
});

export const generateExecutionId = () => randomUUID();

export function albumQueries(docClient, TABLE_NAME) {
  const getExecutionWithAlbums = async (executionId) => {
    const params = {
      TableName: TABLE_NAME,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: {
        ':pk': executionId
      }
    };

    const result = await docClient.send(new QueryCommand(params));

    const metadata = result.Items.find(i => i.sk === 'metadata');
    const albums = result.Items.filter(i => i.sk.startsWith('album-'));

    return { ...metadata, albums };
  };

  const getRunningExecutions = async (workflowType) => {
    const params = {
      TableName: TABLE_NAME,
      IndexName: 'GSI1',
      KeyConditionExpression: 'GSI1PK = :pk AND begins_with(GSI1SK, :sk)',
      ExpressionAttributeValues: {
        ':pk': [workflowType, 'execution'],
        ':sk': ['running']
      }
    };

    const result = await docClient.send(new QueryCommand(params));
    return result.Items;
  };

  const getAlbumsByExecution = async (workflowType, executionId) => {
    const params = {
      TableName: TABLE_NAME,
      IndexName: 'GSI2',
      KeyConditionExpression: 'GSI2PK = :pk AND begins_with(GSI2SK, :sk)',
      ExpressionAttributeValues: {
        ':pk': [workflowType, executionId],
        ':sk': ['album']
      }
    };

    const result = await docClient.send(new QueryCommand(params));
    return result.Items;
  };

  const compareMetrics = async (date) => {
    const params = {
      TableName: TABLE_NAME,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
      ExpressionAttributeValues: {
        ':pk': date,
        ':sk': 'metrics-'
      }
    };

    const result = await docClient.send(new QueryCommand(params));

    const sfMetrics = result.Items.find(i => i.workflowType === 'step-functions');
    const ldfMetrics = result.Items.find(i => i.workflowType === 'durable-functions');

    return {
      stepFunctions: sfMetrics,
      durableFunctions: ldfMetrics
    };
  };

  return { getExecutionWithAlbums, getRunningExecutions, getAlbumsByExecution, compareMetrics };
}

// The document's sample items.
export const execution = (executionId, workflowType, status, createdAt) => ({
  ...createExecutionKey(executionId),
  entityType: 'execution', workflowType, executionId,
  imageS3Key: 'uploads/albums-2025-01-15.jpg', status,
  startTime: createdAt, endTime: null, durationMs: null, estimatedCost: null,
  createdAt, updatedAt: createdAt,
});

export const album = (executionId, workflowType, albumIndex) => ({
  ...createAlbumKey(executionId, albumIndex),
  entityType: 'album', workflowType, executionId, albumIndex,
  albumName: 'The Dark Side of the Moon', artist: 'Pink Floyd', year: 1973, yearValidated: true,
  yearOriginal: 1973, priceEstimate: 45.00, priceConfidence: 0.85, priceSource: 'discogs-api',
  imageRegion: { x: 0, y: 0, width: 200, height: 200 },
  createdAt: '2025-01-15T10:30:00Z', updatedAt: '2025-01-15T10:35:00Z',
});

export const task = (taskId = 'task-abc123', executionId = 'exec-123') => ({
  ...createTaskKey(taskId),
  entityType: 'task', workflowType: 'step-functions', taskId,
  executionId, status: 'pending', imageS3Key: 'uploads/albums-2025-01-15.jpg',
  albums: [
    { albumIndex: 1, albumName: 'The Dark Side of the Moon', artist: 'Pink Floyd', year: 1973 },
    { albumIndex: 2, albumName: 'Abbey Road', artist: 'The Beatles', year: 1969 },
  ],
  validatedData: null, taskToken: 'step-functions-task-token-or-callback-id',
  expiresAt: '2025-01-15T11:30:00Z', createdAt: '2025-01-15T10:30:00Z', completedAt: null,
});

export const metrics = (workflowType) => ({
  ...createMetricsKey('2025-01-15', workflowType),
  entityType: 'metrics', workflowType, date: '2025-01-15', period: 'daily', executionCount: 25,
  successCount: 23, failureCount: 2, avgDurationMs: 45000, totalCost: 0.15,
  avgCostPerExecution: 0.006, createdAt: '2025-01-15T23:59:59Z',
});
