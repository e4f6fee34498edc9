import { Copy } from "lucide-react";
import { copy, useCall } from "../../app/index.ts";
import { Button, useTranslation, Waiting } from "../../components/index.ts";

/** The run as `GET /flow/instances/{id}` answers it. */
export function RawJson({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const raw = useCall("instances.raw", { id }, ["instance", "clock"]);
  const text = raw.value?.text ?? null;
  return (
    <section className="panel" aria-labelledby="raw-title">
      <header className="panel-head">
        <h2 id="raw-title">
          <code>GET /flow/instances/{id}</code>
        </h2>
        {text !== null && (
          <Button icon={Copy} onClick={() => void copy(text, t("instance.rawWhat"))}>
            {t("instance.copyJson")}
          </Button>
        )}
      </header>
      <Waiting of={raw} title={t("instance.failed")} />
      {text !== null && <pre className="run-raw">{text}</pre>}
    </section>
  );
}
