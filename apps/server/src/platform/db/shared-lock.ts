// The lock timeout of statements for the rows of several people.

/**
 * How long those of others wait for a row that somebody locks. A statement that fails so is retried: see isolateFailures and
 * batched.
 */
export const SHARED_LOCK = '100ms'

/**
 * The SQL of a row that sets the lock timeout until the transaction ends, to the value of a parameter; null keeps that of the
 * connection.
 */
export const limitingLocks = (parameter: string): string =>
  `set_config('lock_timeout', coalesce(${parameter}::text, current_setting('lock_timeout')), true)`
