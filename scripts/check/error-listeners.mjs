// A second `error` without a listener ends the server: database connections, sockets, threads and processes emit several.
import { readFileSync } from 'node:fs'
import { inRoot } from '../root.mjs'
import { filesIn } from './files.mjs'

const notProduct = /\.(test|contract)\.ts$|\/test\//
const HEARD_ONCE = /\b(?:once|prependOnceListener)\(\s*['"`]error['"`]/

/** Returns `{ seen, problems }`. */
export function errorListeners({
  files = filesIn(['apps/server/src'], (name) => name.endsWith('.ts')),
  read = (file) => readFileSync(inRoot(file), 'utf8'),
} = {}) {
  const product = files.filter((file) => !notProduct.test(file))
  const problems = product.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, index) =>
        HEARD_ONCE.test(line)
          ? [`${file}:${index + 1}: a second error would end the server. Listen with on('error', …), and off`]
          : [],
      ),
  )
  return { seen: product.length, problems }
}
