import { useViewer } from '../session/index.ts'

/** Whether the role of the user permits data sources; undefined until that is known. */
export const useCanUseDatasources = (): boolean | undefined =>
  useViewer().data?.permissions.includes('can_use_datasources')
