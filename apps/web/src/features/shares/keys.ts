/** Query keys of share links. */
export const shareKeys = {
  all: ['shares'] as const,
  own: (of: { tabId?: number | undefined; project?: number | undefined }) => ['shares', 'own', of] as const,
  everybodys: ['shares', 'everybodys'] as const,
  files: (tabIds: readonly number[]) => ['shares', 'files', tabIds] as const,
}
