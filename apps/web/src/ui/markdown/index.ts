export { copyText } from './copy-text.ts'
export { safeLink, type SafeLink } from './links.ts'
export { Markdown, type Citations } from './markdown.tsx'
export { createPace, type Pace } from './pace.ts'
