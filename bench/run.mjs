// npm run bench -- NAME [options]: runs one of the benchmarks of this folder on the pinned Node, on what is built.
import { readdirSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const names = readdirSync(import.meta.dirname).filter(
  (name) => /\.(ts|mjs)$/.test(name) && name !== 'run.mjs',
)
const [wished, ...rest] = process.argv.slice(2)
const file = names.find((name) => name.replace(/\.\w+$/, '') === wished)
if (!file) {
  console.error(`Which one? ${names.map((name) => name.replace(/\.\w+$/, '')).join(', ')}`)
  process.exit(2)
}
process.exit(
  spawnSync(process.execPath, [path.join(import.meta.dirname, file), ...rest], { stdio: 'inherit' }).status ??
    1,
)
