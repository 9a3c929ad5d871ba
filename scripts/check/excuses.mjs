// Finds comments that disable a tool. No exceptions: either the code changes, or the tool's configuration does, for all
// files and with a reason.
import { readFileSync } from 'node:fs'
import { inRoot } from '../root.mjs'
import { filesIn } from './files.mjs'

const excuse =
  /(oxlint|eslint)-(disable|enable)|@ts-(ignore|nocheck|expect-error)|(oxfmt|prettier)-ignore|@public\b|(istanbul|v8|c8) ignore/

export function excuses() {
  const files = filesIn(['apps', 'packages', 'e2e', 'bench', 'demo'], (name) =>
    /\.(ts|tsx|mjs|css)$/.test(name),
  )
  const problems = files.flatMap((file) =>
    readFileSync(inRoot(file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (excuse.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  )
  return { seen: files.length, problems }
}
