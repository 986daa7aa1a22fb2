export interface StartOptions {
  /** The port of 127.0.0.1; 0, the default, takes any that is free. */
  port?: number;
  /** Keep all data in memory until the server stops; the default unless `data` is given. */
  inMemory?: boolean;
  /** A directory for the data. */
  data?: string;
  /** A directory with models (*.yaml), put in force before the first request. */
  models?: string;
  /** Fill the tables of the models with sample data. */
  samples?: boolean;
  /** More options of `partita serve`. */
  args?: string[];
  /** How long to wait until the server listens; 30,000 by default. */
  timeoutMs?: number;
}

export interface Server extends AsyncDisposable {
  /** "http://127.0.0.1:40123" */
  endpoint: string;
  port: number;
  pid: number;
  /** What the constructors of AWS's clients take: `new DynamoDBClient(server.client)`. */
  client: {
    endpoint: string;
    region: string;
    credentials: { accessKeyId: string; secretAccessKey: string };
  };
  /** Stops the server in order; resolves when it has ended. Can be called again. */
  stop(): Promise<void>;
}

/** Starts a server and resolves when it answers. It ends with this process at the latest. */
export function start(options?: StartOptions): Promise<Server>;

/** The path of the program. */
export const program: string;
