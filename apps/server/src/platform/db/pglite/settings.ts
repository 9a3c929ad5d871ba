// How the embedded PostgreSQL is started; the same when it is made and when it is opened.
import { PGlite } from '@electric-sql/pglite'

export const WAL_SEGMENT_MB = 4

/**
 * PGlite's own parameters without `-F`, which switches fsync off, and with what one small session needs. `fdatasync`,
 * the default of wal_sync_method, does nothing in PGlite's file system, so it has to be fsync.
 */
export function startParams(): string[] {
  const settings = {
    fsync: 'on',
    wal_sync_method: 'fsync',
    // 98 MB less memory than PGlite's default, measured.
    shared_buffers: '16MB',
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
