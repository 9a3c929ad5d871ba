// `npm run backup -- FILE` writes the whole installation into one file, whether the server runs or not.
import { resolve } from 'node:path'
import manifest from '../../../package.json' with { type: 'json' }
import { argumentsOf, installationOf, runCommand } from './command.ts'
import { readConfig } from './config.ts'
import { makeBackup } from './platform/backup/index.ts'

await runCommand(async (signal) => {
  const file = resolve(argumentsOf('npm run backup -- FILE').file)
  const config = readConfig(process.env, manifest.version)
  const installation = installationOf(config, console.log)
  const made = await makeBackup({ ...installation, file, product: manifest.version, signal })
  const rows = made.rows.toLocaleString('en')
  const media = made.blobs.toLocaleString('en')
  console.log(`${file}: ${rows} rows of ${made.tables} tables and ${media} media, as of ${made.created}.`)
  if (!installation.sealKey)
    console.log(
      'No secret is at hand (POLYLOGUE_SECRET, or secret.key in the data directory): a restore cannot prove where this file comes from.',
    )
  const key = config.secret ? 'POLYLOGUE_SECRET' : `${config.dataDir}/secret.key`
  console.log(
    `Not in it: ${key}, under which stored keys are encrypted and this file is sealed. Keep that in another place.`,
  )
})
