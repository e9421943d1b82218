/**
 * Well-known calls that publish, destroy, lose or disclose more than their program's everyday use: what a wide rule about the
 * program would also allow. By leading words; the words after them do not matter.
 */
const calls = `
npm publish, npm unpublish, npm run deploy, npm exec, npm config set, npm token create, npm owner add, npm dist-tag add, npm access
pnpm publish, pnpm run deploy, pnpm deploy, pnpm dlx, pnpm exec, pnpm -r publish, yarn npm publish, yarn publish, yarn run deploy, yarn dlx, yarn workspace web deploy
bun publish, bun run deploy, deno task deploy, deno run, deno publish, deno deploy
turbo run deploy, nx release, nx run web:deploy, nx deploy, lerna publish, lerna exec, rush publish, changeset publish, changeset tag, npx gh-pages, npx np
prisma migrate reset, prisma db push, prisma db execute, drizzle-kit push, drizzle-kit drop, typeorm schema:drop, knex migrate:rollback, sequelize db:drop
playwright install, next telemetry, ng deploy, expo publish, eas submit, eas update, wrangler deploy, wrangler secret put, vercel deploy, netlify deploy, firebase deploy
dotnet nuget push, dotnet nuget delete, dotnet ef database drop, dotnet tool install, dotnet exec, dotnet run, dotnet publish, dotnet msbuild, dotnet user-secrets list
mix cmd, mix run, mix eval, mix hex.publish, mix deps.get, mix deps.update, mix deps.clean, mix ecto.drop, mix ecto.reset, mix ecto.rollback, mix archive.install, mix escript.install, mix release
gradle publish, gradlew publish, gradle publishPlugins, gradlew publishPlugins, gradle uploadArchives, gradlew uploadArchives, gradle liquibaseDropAll, gradlew liquibaseDropAll
mvn deploy, mvnw deploy, mvn release:perform, mvnw release:perform, mvn flyway:clean, mvnw flyway:clean, mvn exec:exec, mvnw exec:exec
sbt publish, sbt publishSigned, mill __.publish, ant deploy, bazel run //deploy, buck2 run //deploy, meson install, meson compile flash, ninja install, ninja flash, cmake --install, cmake -E, scons install
make deploy, gmake deploy, just deploy, task deploy, rake release, rake db:drop, invoke release, fab deploy, nox -s publish, tox -e release, grunt deploy, gulp deploy, mage deploy
rails db:drop, rails db:reset, rails destroy, rails runner, rails console, rails credentials:edit, bundle exec, gem push, gem yank, gem install, fastlane release, fastlane deliver, cap production deploy, kamal deploy
artisan migrate:fresh, artisan db:wipe, artisan tinker, php artisan migrate:fresh, php artisan db:wipe, php artisan tinker, composer run deploy, composer exec, composer global require, composer require, sail artisan migrate:fresh
cargo publish, cargo yank, cargo run, cargo install, cargo login, cargo owner, cargo xtask deploy, cargo make deploy
go run, go install, go generate, stack upload, stack exec, cabal upload, zig build flash, swift run, swift package plugin, swift package-registry publish
flutter pub publish, dart pub publish, dart run, flutter pub global activate, pod trunk push, xcodebuild archive, xcrun simctl erase, xcrun altool, pub publish
poetry publish, poetry run, uv publish, uv run, uv tool install, pdm publish, pdm run, hatch publish, hatch run, flit publish, twine upload, pipenv run, rye publish, rye run, pip install, conda remove
alembic downgrade, alembic upgrade, django-admin flush, flask db downgrade, dbt run, dvc push, mlflow models serve, huggingface-cli upload, modal deploy, zappa deploy, pre-commit install, jupyter nbconvert --execute
git push, git reset --hard, git clean, git branch -D, git stash drop, git stash clear, git filter-branch, git update-ref, git reflog expire, git checkout ., git config
gh repo delete, gh pr merge, gh release create, gh release delete, gh workflow run, gh secret set, gh api, gh auth token, gh gist create, glab mr merge, glab release create, jj git push, hg push, svn commit
docker push, docker build --push, docker buildx build --push, docker run, docker exec, docker system prune, docker volume rm, docker compose down -v, docker compose build --push, docker compose exec, docker compose run, podman push, podman run
kubectl delete, kubectl apply, kubectl exec, kubectl drain, helm uninstall, helm upgrade, terraform apply, terraform destroy, terraform state rm, terraform output -raw, tofu output -raw, tofu apply, tofu destroy, terragrunt apply, pulumi up, pulumi destroy, cdk deploy, cdk destroy
aws s3 rm, aws s3 sync, aws ec2 terminate-instances, aws iam create-access-key, gcloud app deploy, gcloud projects delete, gsutil rm, az group delete, az vm delete, ansible-playbook, heroku apps:destroy, flyctl deploy, serverless deploy, sst deploy
idf.py flash, pio run, west flash, esptool.py erase_flash, conan upload, vcpkg remove, brew uninstall, brew install, apt remove, apt install, snap remove, systemctl stop, nix-env
psql, mysql, redis-cli flushall, mongosh, sqlite3, dropdb, supabase db reset, rush deploy, storybook deploy, vite-node, hardhat run, forge script, truffle migrate
`;

const knownRisks: ReadonlyMap<string, readonly (readonly string[])[]> = Map.groupBy(
  calls
    .trim()
    .split(/,\s|\n/u)
    .map((call) => call.trim().split(' ')),
  ([program = '']) => program,
);

/** The known calls that begin with these words, the program given by its name without a directory. */
export function risksBehind(words: readonly string[]): readonly string[] {
  const [program = '', ...rest] = words;
  const said = [program.slice(program.lastIndexOf('/') + 1), ...rest];
  return (knownRisks.get(said[0] ?? '') ?? [])
    .filter((call) => call.length >= said.length && said.every((word, at) => call[at] === word))
    .map((call) => [program, ...call.slice(1)].join(' '));
}
