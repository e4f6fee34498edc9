import "./brand-mark.css";

/** Countersign's mark; its name is beside it. */
export function BrandMark() {
  return (
    <svg className="brand-mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" />
      <path d="M6.500 19.500c3-6.800 5.800-9.300 7-8.300 1.300 1.100-2.500 7.200-.700 7.800 1.900.600 3.600-4.700 5.400-4.300 1.400.300.200 3 1.600 3.200 1.100.100 2.400-1.100 5.700-3.800" />
      <path className="brand-line" d="M7 24.500h18" />
    </svg>
  );
}
