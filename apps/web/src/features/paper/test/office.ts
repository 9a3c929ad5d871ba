// LibreOffice, which opens Word documents for `npm run test:full`.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const found = (process.env['PATH'] ?? '')
  .split(path.delimiter)
  .map((folder) => path.join(folder, 'soffice'))
  .find((file) => existsSync(file))

/** Why the comparison does not run; undefined if it does. */
export const noOffice: string | undefined =
  process.env['TEST_FULL'] !== '1'
    ? 'LibreOffice opens documents only in npm run test:full'
    : found
      ? undefined
      : 'LibreOffice is missing: install it (Debian: apt-get install libreoffice-writer-nogui)'

const MAX_MS = 120_000

/** Converts a Word document; `filter` as LibreOffice names it, such as `txt:Text`. */
export async function convert(document: Uint8Array, filter: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plg-office-'))
  try {
    const file = path.join(folder, 'paper.docx')
    await writeFile(file, document)
    // A profile of its own: one that is in use makes the program end without a word.
    const profile = `-env:UserInstallation=file://${folder}/profile`
    const args = ['--headless', profile, '--convert-to', filter, '--outdir', folder, file]
    await promisify(execFile)(found ?? 'soffice', args, { timeout: MAX_MS })
    return await readFile(path.join(folder, `paper.${filter.split(':')[0]}`), 'utf8')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
