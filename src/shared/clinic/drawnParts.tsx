export { BusinessHours, OpenLine } from './BusinessHours';
export { ContactInfo } from './ContactInfo';
export { Greeters } from '../../ui/peek/Greeters';
export { Toaster } from '../../ui/feedback/Toaster';
export { ScrollToTop } from '../../ui/navigation/ScrollToTop';
