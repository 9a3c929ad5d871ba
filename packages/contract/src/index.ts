export {
  call,
  type Call,
  type Callable,
  type CallData,
  type CallInput,
  type CallMeta,
  type CallRequest,
  type Calls,
} from './call.ts'
export { contract } from './contract.ts'
export { Name, type Envelope, type Failure } from './envelope.ts'
export { openApiDocument, type Operator } from './openapi.ts'
export { withoutNulls } from './absent.ts'
export * from './access.ts'
export * from './announcement-limits.ts'
export { Announcement, Banner } from './announcements.ts'
export * from './answers.ts'
export type { RecognizedFile, RecognizedSoFar, RecognizedText } from './recognized-text.ts'
export * from './audit-actions.ts'
export * from './audit.ts'
export * from './auth.ts'
export * from './branding-limits.ts'
export { BrandingColours, BrandingState } from './branding.ts'
export * from './context-types.ts'
export { ChunkPreview } from './chunk-preview.ts'
export * from './contexts.ts'
export * from './custinst-scopes.ts'
export * from './custinsts.ts'
export * from './cut-text.ts'
export * from './file-names.ts'
export * from './names.ts'
export * from './own-hosts.ts'
export * from './datasource-limits.ts'
export * from './encodings.ts'
export * from './file-types.ts'
export * from './test-questions.ts'
export * from './unanswered.ts'
export * from './bin.ts'
export * from './datasources.ts'
export type { Passage, PassageAbout, SearchMeta } from './passages.ts'
export * from './deployment-states.ts'
export * from './first-steps.ts'
export { Check, expressionOf } from './golden-checks.ts'
export * from './golden-limits.ts'
export * from './goldensets.ts'
export * from './idea-limits.ts'
export * from './ideas.ts'
export * from './labels.ts'
export * from './limits.ts'
export { MOST_ISSUES } from './list.ts'
export * from './live.ts'
export { MediaChunk, MediaItem, MediaText, media, SwitchedOffChunk } from './media.ts'
export { DatasourceSite, sites } from './sites.ts'
export * from './models.ts'
export * from './notification-kinds.ts'
export * from './notifications.ts'
export * from './option-kinds.ts'
export * from './people-filters.ts'
export * from './permissions.ts'
export * from './placeholders.ts'
export * from './presence.ts'
export * from './plugins.ts'
export * from './plugin-scopes.ts'
export { PluginConsent, ShippedPlugin } from './shipped-plugins.ts'
export * from './problems.ts'
export type { ImportedChat } from './imported-chats.ts'
export * from './projects.ts'
export * from './prompt-limits.ts'
export * from './prompt-options.ts'
export * from './prompts.ts'
export * from './proposals.ts'
export * from './providers.ts'
export * from './publication-limits.ts'
export * from './stored-keys.ts'
export * from './publications.ts'
export * from './queries.ts'
export * from './replays.ts'
export { admits, API_ROOT, type Admitted, type Method, type Route } from './route.ts'
export * from './search.ts'
export * from './settings.ts'
export * from './chatbot-limits.ts'
export {
  ChatBot,
  CHATBOT_STATES,
  ChatbotRules,
  InboxGroup,
  VisitorMessage,
  VisitorSession,
  WidgetConfig,
  WidgetSettings,
  type ChatbotDraft,
  type ChatbotState,
} from './chatbot-entities.ts'
export * from './share-limits.ts'
export {
  Share,
  MadeShare,
  SharedChat,
  SharedMessage,
  SharedPage,
  ShownFile,
  SomebodysShare,
} from './shares.ts'
export * from './stream.ts'
export * from './configuration.ts'
export * from './configuration-groups.ts'
export * from './system.ts'
export * from './tokens.ts'
export * from './translate.ts'
export * from './usage.ts'
export * from './users.ts'
export { VectorModel, type DatasourceVectors } from './vectors.ts'
