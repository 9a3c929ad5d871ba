// The pages of the features, in addition to those that the app composes of several features. Each feature adds a line.
import { aboutPages } from '#features/about/pages.ts'
import { binPages } from '#features/bin/pages.ts'
import { bookmarkPages } from '#features/bookmarks/pages.ts'
import { chatbotPages } from '#features/chatbots/pages.ts'
import { custInstPages } from '#features/custinsts/pages.ts'
import { datasourcePages } from '#features/datasources/pages.ts'
import { goldenSetPages } from '#features/goldensets/pages.ts'
import { notificationPages } from '#features/notifications/pages.ts'
import { pluginPages } from '#features/plugins/pages.ts'
import { projectPages } from '#features/projects/pages.ts'
import { promptPages } from '#features/prompts/pages.ts'
import { sharePages } from '#features/shares/pages.ts'
import { usagePages } from '#features/usage/pages.ts'
import type { FeaturePage } from '#lib/feature-page.ts'

export const FEATURE_PAGES: readonly FeaturePage[] = [
  ...projectPages,
  ...aboutPages,
  ...binPages,
  ...bookmarkPages,
  ...notificationPages,
  ...pluginPages,
  ...sharePages,
  ...usagePages,
  ...promptPages,
  ...datasourcePages,
  ...custInstPages,
  ...goldenSetPages,
  ...chatbotPages,
]
