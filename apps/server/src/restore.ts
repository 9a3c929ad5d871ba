// `npm run restore -- FILE` restores a backup into an empty installation.
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import manifest from '../../../package.json' with { type: 'json' }
import { argumentsOf, installationOf, runCommand } from './command.ts'
import { readConfig } from './config.ts'
import { restoreBackup } from './platform/backup/index.ts'

const home = dirname(dirname(fileURLToPath(import.meta.url)))

await runCommand(async (signal) => {
  const { file, flags } = argumentsOf('npm run restore -- FILE [--unproven]', ['--unproven'])
  const config = readConfig(process.env, manifest.version)
  const installation = installationOf(config, console.log)
  console.log('Checking the file, then restoring it.')
  const migrationsDir = join(home, 'migrations')
  const unproven = flags.has('--unproven')
  const options = { ...installation, file: resolve(file), migrationsDir, unproven, signal }
  const restored = await restoreBackup(options)
  const rows = restored.rows.toLocaleString('en')
  console.log(
    `Restored as of ${restored.created}: ${rows} rows and ${restored.blobs.toLocaleString('en')} media.`,
  )
  console.log(
    restored.proven
      ? 'The file is sealed with the secret of this installation.'
      : 'The origin of the file is not proven: anybody may have written it.',
  )
  console.log('Everybody signs in again. Search is complete some time after the next start.')
  console.log('Keys of providers need the secret.key or POLYLOGUE_SECRET of then; else enter them again.')
})
