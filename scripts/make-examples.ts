/**
 * Writes the PDFs of resources/examples; the flow files beside them are written by hand.
 * Run with `node scripts/make-examples.ts`; `--check` writes nothing and fails where a file would change.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { board } from "./examples/board.ts";
import { consent } from "./examples/consent.ts";
import { employment } from "./examples/employment.ts";
import type { ContractText } from "./examples/layout.ts";
import { typeset } from "./examples/layout.ts";
import { lease, leaseGuarantee } from "./examples/lease.ts";
import { guarantee, loan } from "./examples/loan.ts";
import { nda } from "./examples/nda.ts";
import { purchaseOrder } from "./examples/purchase.ts";
import { bankDetails, codeOfConduct, frameworkAgreement } from "./examples/supplier.ts";

const examples: Readonly<Record<string, ContractText>> = {
  "nda/Mutual Non-Disclosure Agreement.pdf": nda,
  "employment/Employment Contract.pdf": employment,
  "board/Resolution of the Board of Directors.pdf": board,
  "loan/Loan Agreement.pdf": loan,
  "loan/Guarantee Undertaking.pdf": guarantee,
  "lease/Residential Lease.pdf": lease,
  "lease/Guarantee of Rent.pdf": leaseGuarantee,
  "purchase/Purchase Order 4500-1187.pdf": purchaseOrder,
  "consent/Information and Consent.pdf": consent,
  "supplier/Framework Purchase Agreement.pdf": frameworkAgreement,
  "supplier/Supplier Code of Conduct.pdf": codeOfConduct,
  "supplier/Bank Details.pdf": bankDetails,
};

const check = process.argv.includes("--check");
for (const [path, contract] of Object.entries(examples)) {
  const target = fileURLToPath(new URL(`../resources/examples/${path}`, import.meta.url));
  const bytes = await typeset(contract);
  if (check) {
    if (bytes.length === 0 || !(await readFile(target)).equals(bytes)) {
      console.error(`${target} is not what scripts/make-examples.ts writes. Run the script and commit the file.`);
      process.exitCode = 1;
    }
    continue;
  }
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, bytes);
  console.log(`${path}: ${bytes.length} bytes`);
}
