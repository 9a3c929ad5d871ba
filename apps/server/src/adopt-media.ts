// `npm run adopt-media` makes the configured media store the one of the database.
import manifest from '../../../package.json' with { type: 'json' }
import { flagsOf, installationOf, runCommand } from './command.ts'
import { readConfig } from './config.ts'
import { adoptMedia } from './platform/backup/index.ts'

await runCommand(async () => {
  const flags = flagsOf('npm run adopt-media -- [--incomplete]', ['--incomplete'])
  const config = readConfig(process.env, manifest.version)
  const incomplete = flags.has('--incomplete')
  const adopted = await adoptMedia({ ...installationOf(config, console.log), incomplete })
  const found = (adopted.named - adopted.missing).toLocaleString('en')
  console.log(
    `The media store, ${adopted.place}, is now the one of this database: it has ${found} of ${adopted.named.toLocaleString('en')} files, and ${adopted.mark}.`,
  )
})
