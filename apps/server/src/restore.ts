// `npm run restore -- FILE`: a backup into an empty installation.
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import manifest from '../../../package.json' with { type: 'json' }
import { installationOf, onlyArgument, runCommand } from './command.ts'
import { readConfig } from './config.ts'
import { restoreBackup } from './platform/backup/index.ts'

const home = dirname(dirname(fileURLToPath(import.meta.url)))

await runCommand(async (signal) => {
  const file = resolve(onlyArgument('npm run restore -- FILE'))
  const config = readConfig(process.env, manifest.version)
  const installation = installationOf(config, console.log)
  console.log('Checking the file, then restoring it.')
  const migrationsDir = join(home, 'migrations')
  const restored = await restoreBackup({ ...installation, file, migrationsDir, signal })
  const rows = restored.rows.toLocaleString('en')
  console.log(
    `Restored as of ${restored.created}: ${rows} rows and ${restored.blobs.toLocaleString('en')} media.`,
  )
  console.log('Everybody signs in again. Search is complete some time after the next start.')
  console.log('Keys of providers need the secret.key or POLYLOGUE_SECRET of then; else enter them again.')
})
