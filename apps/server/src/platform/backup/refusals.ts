// The messages for files that cannot be restored.
import { BackupError } from './format.ts'

const NOTHING = 'Nothing was changed. Take another backup.'
export const cut = (path: string, cause?: unknown) =>
  new BackupError(`The backup ${path} is cut short: its end is missing. ${NOTHING}`, cause)
export const altered = (path: string, cause?: unknown) =>
  new BackupError(`The backup ${path} is damaged: it is not as it was written. ${NOTHING}`, cause)
export const foreign = (path: string, cause?: unknown) =>
  new BackupError(`${path} is not a backup of Polylogue. Nothing was changed.`, cause)

const HOW =
  'Nothing was changed. If you know where the file comes from, restore it with --unproven after the file name.'
export const keyless = (path: string) =>
  new BackupError(
    `The origin of ${path} is not proven: the secret of the installation that made it is not here. Set POLYLOGUE_SECRET, or put its secret.key into the data directory. ${HOW}`,
  )
export const proofless = (path: string) =>
  new BackupError(
    `The origin of ${path} is not proven: it was written without a secret, or by an older version. ${HOW}`,
  )
export const foreignSeal = (path: string) =>
  new BackupError(
    `The backup ${path} was not sealed with the secret of this installation: it was changed since, or made under another secret. Bring the secret.key or POLYLOGUE_SECRET of then. ${HOW}`,
  )
