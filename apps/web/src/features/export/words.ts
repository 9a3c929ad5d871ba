// The texts of an exported file, in the language of the interface.
import type { TFunction } from 'i18next'
import type { Format } from '#lib/format.ts'

export interface ExportTexts {
  t: TFunction<'export'>
  format: Format
}
