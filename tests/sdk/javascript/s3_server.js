// A server that speaks S3, for tests of this project in any language: node s3_server.js DIRECTORY BUCKET...
// prints its port once it listens on one of its own, and ends with its standard input.
import S3rver from 's3rver';

const [directory, ...buckets] = process.argv.slice(2);
const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory,
  configureBuckets: buckets.map((name) => ({ name })),
});
const { port } = await server.run();
process.stdout.write(`${port}\n`);
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
