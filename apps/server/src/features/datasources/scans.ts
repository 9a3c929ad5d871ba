// How the scans of a data source are read: in which languages, and by which model first (decision 115).
import type { Documents } from '#platform/documents/index.ts'
import { Problem } from '#problem.ts'
import { isWithheld, type Confidentiality } from '#features/confidentiality/index.ts'
import type { ModelsService } from '#features/models/index.ts'

interface Scans {
  readonly recognitionLanguages: readonly string[]
  readonly recognitionModelTagId: number
  readonly label: string
}

type SentScans = { readonly [Field in keyof Scans]?: Scans[Field] | undefined }

export interface ScansDeps {
  readonly documents: Pick<Documents, 'missing'>
  readonly seeing: { readonly models: Pick<ModelsService, 'tagForPrompt'> }
  readonly confidentiality: Pick<Confidentiality, 'isLocalOnly'>
}

/** The values of a new data source. */
export const UNREAD: Scans = { recognitionLanguages: [], recognitionModelTagId: 0, label: '' }

/** Whether scans are to be read in another way than they were. */
export const readsScansAnew = (
  { recognitionLanguages: languages, recognitionModelTagId: tagId }: SentScans,
  stored: Scans,
): boolean =>
  (languages !== undefined && languages.join() !== stored.recognitionLanguages.join()) ||
  (tagId !== undefined && tagId !== stored.recognitionModelTagId)

/**
 * Checks what a request changes.
 * @throws Problem RECOGNITION_LANGUAGE_MISSING, RECOGNITION_MODEL_UNFIT, NOT_FOUND, MODEL_NOT_DEPLOYED, MODEL_UNAVAILABLE
 */
export async function requireScans(
  { documents, seeing, confidentiality }: ScansDeps,
  sent: SentScans,
  stored: Scans,
): Promise<void> {
  const { recognitionLanguages: languages = [], recognitionModelTagId: tagId = 0, label } = sent
  if (languages.join() !== stored.recognitionLanguages.join()) requireLanguages(documents.missing(languages))
  if (tagId === 0 || tagId === stored.recognitionModelTagId) return
  const tag = await seeing.models.tagForPrompt(tagId)
  const isConfidential = confidentiality.isLocalOnly(label ?? stored.label)
  if (!tag.images || isWithheld({ isConfidential }, tag))
    throw new Problem('RECOGNITION_MODEL_UNFIT', { model: tag.fullName })
}

/** @throws Problem RECOGNITION_LANGUAGE_MISSING with the command that adds their packages */
function requireLanguages(missing: readonly string[]): void {
  if (missing.length === 0) return
  const command = `npm install ${missing.map((one) => `@tesseract.js-data/${one}`).join(' ')}`
  throw new Problem('RECOGNITION_LANGUAGE_MISSING', { languages: missing.join(', '), command })
}
