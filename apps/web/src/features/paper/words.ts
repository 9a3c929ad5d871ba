import type { TFunction } from 'i18next'
import type { PaperWords } from './paper.ts'

/** Returns the words of a document in the language of `t`. */
export function paperWords(t: TFunction<'export'>): PaperWords {
  const kept = { page: '{{page}}', pages: '{{pages}}', date: '{{date}}', name: '{{name}}' }
  return {
    question: t('question'),
    answer: t('answer'),
    attachments: t('attachments'),
    sources: t('sources'),
    options: t('options'),
    confidential: t('confidential'),
    page: t('page', kept),
    exported: t('exported', kept),
    exportedBy: t('exportedBy', kept),
  }
}
