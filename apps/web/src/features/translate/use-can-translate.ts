import { useInstalled } from '#features/plugins/index.ts'
import { usePermission } from '#features/session/index.ts'

/** Whether translating is offered: the role may, and the plugin is installed. */
export function useCanTranslate(): boolean {
  const installed = useInstalled('translate')
  return usePermission('can_use_translate') === true && installed
}
