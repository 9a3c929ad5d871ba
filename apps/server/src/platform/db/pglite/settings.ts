// The parameters of the embedded PostgreSQL, the same for creating and opening it.
import { PGlite } from '@electric-sql/pglite'

export const WAL_SEGMENT_MB = 4

/**
 * Returns PGlite's parameters without `-F`, which disables fsync, tuned for one small session. wal_sync_method must be
 * fsync: its default `fdatasync` does nothing in PGlite's file system.
 */
export function startParams(): string[] {
  const settings = {
    fsync: 'on',
    wal_sync_method: 'fsync',
    // Saves 98 MB compared to PGlite's default, measured.
    shared_buffers: '16MB',
    // ANALYZE holds 300 times as many rows of a table, and WebAssembly never returns memory (decision 173).
    default_statistics_target: '30',
    wal_level: 'minimal',
    max_wal_senders: '0',
    min_wal_size: `${2 * WAL_SEGMENT_MB}MB`,
    max_wal_size: '32MB',
  }
  return [
    ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}
