// Closes the parts of the app. What fails because of the database or the disk does not keep the rest open.
import type { Database } from './platform/db/index.ts'
import { passingOf } from './platform/isolate-failures.ts'
import type { Log } from './platform/log.ts'

export interface Part {
  close(): void | Promise<void>
}

/** Closes parts one after the other. @throws the first error that is a defect, after all are closed */
export async function closeInOrder(
  parts: readonly Part[],
  { db, log }: { readonly db: Pick<Database, 'problemOf'>; readonly log: Log },
): Promise<void> {
  const mayPass = passingOf(db)
  const defects: unknown[] = []
  for (const part of parts)
    try {
      await part.close()
    } catch (error) {
      log.warn({ err: error }, 'a part of the server could not be closed cleanly')
      if (!mayPass(error)) defects.push(error)
    }
  if (defects.length > 0) throw defects[0]
}
