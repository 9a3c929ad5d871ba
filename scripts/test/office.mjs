import { existsSync } from 'node:fs'
import path from 'node:path'
import { canInstall, install } from './apt.mjs'

const PACKAGE = 'libreoffice-writer-nogui'

const isThere = () =>
  (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, 'soffice')))

/** Installs LibreOffice where possible, which opens exported Word documents. Without it those tests are skipped. */
export async function ensureOffice() {
  if (isThere() || (canInstall && (await install(PACKAGE)))) return
  process.stdout.write(
    `LibreOffice is missing: the tests that open Word documents are skipped. Install it (Debian: apt-get install ${PACKAGE}).\n`,
  )
}
