// What loads with the user's own certificates.
export { MyCertificatesPage as MyCertificatesRoute } from '@/features/learning/certificate/my-certificates-page'
