/** An invalid configuration: one sentence for the terminal, exit code 2, before anything is written. */
export class ConfigError extends Error {}
