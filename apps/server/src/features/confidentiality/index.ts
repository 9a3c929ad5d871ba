// Decides what of confidential data sources may be sent to models and services that are not local (decisions 72 and 86).
export { openConfidentiality, type Confidentiality } from './levels.ts'
export { isWithheldSql } from './store.ts'
export {
  isWithheld,
  NONE_USED,
  requireMaySend,
  requireMaySendNow,
  usedTogether,
  type UsedSources,
} from './used.ts'
