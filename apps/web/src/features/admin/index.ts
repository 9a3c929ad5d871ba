export { RequireAdmin } from './require-admin.tsx'
export { useAdmin } from './use-admin.ts'
export { AdminHelp, AdminTabs, Landing } from './views.ts'
