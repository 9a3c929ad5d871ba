// Keeps out names that have meant several things here, or nothing: a type or a file is named by its noun.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from '../root.mjs'
import { filesIn } from './files.mjs'

const FOLDERS = ['apps', 'packages', 'e2e', 'bench', 'demo', 'scripts']

/** Of types, and of components and schemas, which are named like types. */
const NAMES =
  'Around|Asked|Belongings|Bone|Facts|Found|Given|Happening|Hindrance|Hit|Life|Packed|Sent|Standing|Trail|Wanted|Ways?|Wish|Words'
/** Up to the first dot. */
const FILES = /^(?:around|facts|facts-store|falling|given|halves|held-files|others|trail|wishes)$/

const DECLARED = new RegExp(
  `^\\s*(?:export )?(?:abstract )?(?:interface|type|class|enum|function|const) (${NAMES})\\b(?! *[,}])`,
)

/** Returns `{ seen, problems }`. */
export function names({
  files = filesIn(FOLDERS, (name) => /\.(?:tsx?|mjs|css)$/.test(name)),
  read = (file) => readFileSync(inRoot(file), 'utf8'),
} = {}) {
  const problems = files.flatMap((file) => {
    const [stem] = path.basename(file).split('.')
    const lines = read(file).split('\n')
    return [
      ...(FILES.test(stem) ? [`${file}: does not say what it has. Name it by its noun`] : []),
      ...lines.flatMap((line, index) => {
        const name = DECLARED.exec(line)?.[1]
        return name ? [`${file}:${index + 1}: ${name} does not say what it is. Name it by its noun`] : []
      }),
    ]
  })
  return { seen: files.length, problems }
}
