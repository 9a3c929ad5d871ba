// `npm run package -- FOLDER` writes an installation that only runs the product: the built server and page, and the packages
// that they need. It needs no npm and no compiler, only the Node that package.json names.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runQuietly } from './child.mjs'
import { onProductNode } from './enter.mjs'
import { build, isBundled } from './parts.mjs'
import { inRoot, root } from './root.mjs'

const COPIED = [
  'apps/server/dist',
  'apps/server/migrations',
  'apps/server/static',
  'apps/web/dist',
  'apps/widget/dist',
  'deploy',
  'docs/operating.md',
  'docs/security.md',
  'CHANGELOG.md',
  'LICENSE',
]

/**
 * What packages have and the product does not use: source maps, other builds and data of text recognition (44 and 60 MB), and of
 * pdf.js all but one build, its tables of encodings and its decoders of pictures (31 MB), and the canvas that it would draw on.
 */
const UNUSED =
  /\.map$|@napi-rs\/canvas|pdfjs-dist\/(?!package\.json$|LICENSE$|cmaps(\/|$)|legacy(\/build(\/pdf(\.worker)?\.min\.mjs)?)?$|wasm(\/(LICENSE_\w+|jbig2\.wasm|openjpeg\.wasm))?$)|tesseract\.js-(data\/[a-z_]+\/4\.0\.0(\/|$)|core\/tesseract-core(?!-relaxedsimd-lstm\.(js|wasm)$))/

await onProductNode(import.meta.url)
const [folder] = process.argv.slice(2)
if (!folder) stop('Name the folder of the installation: npm run package -- FOLDER')
const target = path.resolve(folder)
if (existsSync(target) && readdirSync(target).length > 0) stop(`${target} is not empty. Name a new folder.`)

await build()
mkdirSync(target, { recursive: true })
for (const part of COPIED) cpSync(inRoot(part), path.join(target, part), { recursive: true })
for (const place of await neededPackages()) copyPackage(place)
writeFileSync(path.join(target, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
process.stdout.write(`${target} is complete. Start it there: node apps/server/dist/start.js\n`)

/** Returns the folders of the packages that the built server loads, as npm resolves them. */
async function neededPackages() {
  const args = ['ls', '--omit=dev', '--workspace', 'apps/server', '--all', '--parseable']
  const { code, output } = await runQuietly('npm', args, { cwd: root, shell: process.platform === 'win32' })
  const { devDependencies } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  const places = output.split('\n').filter((line) => line.includes(`${path.sep}node_modules${path.sep}`))
  if (code !== 0 || places.length === 0) stop(`npm does not list the packages of the server:\n${output}`)
  // npm also lists tools that packages name as optional peers.
  const isNeeded = (name) => !isBundled(name) && !name.startsWith('@types/') && !(name in devDependencies)
  return [...new Set(places)].filter((place) => isNeeded(nameOf(place)))
}

function nameOf(place) {
  return place.replaceAll('\\', '/').split('/node_modules/').at(-1)
}

function copyPackage(place) {
  const nested = path.join(place, 'node_modules')
  const isUsed = (file) => !UNUSED.test(file.replaceAll('\\', '/'))
  const filter = (file) => file !== nested && !file.startsWith(nested + path.sep) && isUsed(file)
  cpSync(place, path.join(target, path.relative(root, place)), { recursive: true, dereference: true, filter })
}

function manifest() {
  const { name, version, license, type, engines } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  const run = 'node apps/server/dist/start.js'
  const scripts = {
    start: run,
    backup: `${run} backup`,
    restore: `${run} restore`,
    'adopt-media': `${run} adopt-media`,
  }
  return { name, version, private: true, license, type, engines, scripts }
}

function stop(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(2)
}
