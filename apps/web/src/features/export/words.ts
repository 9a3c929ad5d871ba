// The words of a file that is taken away, in the interface's language.
import type { TFunction } from 'i18next'
import type { Format } from '../../lib/format.ts'

export interface Words {
  t: TFunction<'export'>
  format: Format
}
