// Finds comments that disable a tool. No exceptions: either the code changes, or the tool's configuration does, for all
// files and with a reason. Also tests that depend on others or are repeated: they need a reason, in a comment right above.
import { readFileSync } from 'node:fs'
import { inRoot } from '../root.mjs'
import { filesIn } from './files.mjs'

const excuse =
  /(oxlint|eslint)-(disable|enable)|@ts-(ignore|nocheck|expect-error)|(oxfmt|prettier)-ignore|@public\b|(istanbul|v8|c8) ignore/
const TEST = /\.test\.(ts|tsx|mjs)$/
/** In the options of a test or of a file: `{ retry: 1 }`, `{ retries: 1 }`, `{ mode: 'serial' }`. */
const NEEDS_REASON =
  /\bmode: 'serial'|(?:\b(?:test|describe)\b.*|^\s*)\{ retry: [1-9]|\bconfigure\(\{ retries: [1-9]/
/** How far the options of a test are from the comment above it: a title and a list of cases are between them. */
const NEAR = 3

/** Returns `{ seen, problems }`. */
export function excuses({
  files = filesIn(['apps', 'packages', 'e2e', 'bench', 'demo'], (name) => /\.(ts|tsx|mjs|css)$/.test(name)),
  read = (file) => readFileSync(inRoot(file), 'utf8'),
} = {}) {
  const problems = files.flatMap((file) => {
    const lines = read(file).split('\n')
    const isExplained = (index) =>
      lines.slice(Math.max(0, index - NEAR), index).some((line) => /^\s*\/\/ \S/.test(line))
    return lines.flatMap((line, index) => {
      const at = `${file}:${index + 1}: `
      if (excuse.test(line)) return [at + line.trim()]
      if (!TEST.test(file) || !NEEDS_REASON.test(line) || isExplained(index)) return []
      return [`${at}a test that depends on others or is repeated needs its reason in a comment above it`]
    })
  })
  return { seen: files.length, problems }
}
