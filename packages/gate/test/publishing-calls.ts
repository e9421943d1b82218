/** Commands that publish, deploy, flash, install outside of the project or delete data. None runs because code is trusted. */
export const publishingCalls: readonly string[] = `
sbt publish
sbt docker:publish
sbt 'release with-defaults'
sbt '+publishSigned'
sbt sonatypeBundleRelease
mvn deploy
mvn -B release:perform
mvn clean deploy -P prod
mvn nexus-staging:release
mvn wagon:upload
mvn spring-boot:build-image -Dspring-boot.build-image.publish=true
mvn k8s:apply
mvn cargo:redeploy
mvn scm:checkin
mvn gpg:sign-and-deploy-file
mvn central-publishing:publish
./mvnw -q -pl app heroku:deploy
./mill __.publish
./mill mill.scalalib.PublishModule/publishAll
./gradlew publishToMavenCentral
./gradlew :lib:publishAndReleaseToMavenCentral --no-daemon
./gradlew publishPlugins
./gradlew closeAndReleaseStagingRepository
./gradlew artifactoryPublish
./gradlew dockerPush
./gradlew bootBuildImage --publishImage
./gradlew publishReleaseBundle
./gradlew appengineDeploy
./gradlew liquibaseDropAll
npx nx run web:deploy
npx nx deploy web
npx nx run-many -t deploy
pnpm turbo run deploy
pnpm run deploy
pnpm run db:reset
pnpm --filter web run deploy
pnpm --filter web deploy
pnpm -r publish
npm run deploy -w web
npm --silent run deploy
yarn workspace web deploy
yarn run release
bun run deploy
npx lerna run publish
npx lerna version
npx wrangler deploy
npx vercel --prod
npx np
npx gh-pages -d dist
deno task deploy
tsx scripts/deploy.ts
node --run deploy
tox -e release
tox -e py312,release
nox -s publish
nox --session=publish
hatch run deploy
hatch run release:upload
pdm run deploy
poetry run deploy
uv run invoke release
uv run fab deploy
uv run scripts/publish.py
python manage.py reset_db
cargo xtask deploy
cargo run --bin deploy
cargo run -p xtask -- publish
cargo make deploy
go run ./cmd/deploy
go run ./tools/release
zig build flash
swift run deploy
swift package plugin deploy
dotnet run --project tools/Publish
dotnet msbuild -t:Deploy
make deploy
make -j4 publish
make X=1 flash
make fuse
just ship
just db-reset
task release
cmake --build build --target flash
cmake --build build -t erase
cmake --build build --target install
cmake --install build
ninja -C build flash
ninja -C build install
meson install
meson compile -C build flash
bazel run //:push
bazel run //deploy:prod
pio run -t upload
scons upload
rake assets:sync
bin/rake assets:sync
bundle exec rake data:delete_all
bundle exec rake db:drop
rake db:schema:load
RAILS_ENV=production bundle exec rake db:migrate
bundle exec rails db:reset
composer run deploy
composer run-script wipe
vendor/bin/dep deploy
vendor/bin/envoy run deploy
vendor/bin/drush sql-drop -y
vendor/bin/robo release
./vendor/bin/sail artisan migrate:fresh
vendor/bin/sail artisan migrate --force
vendor/bin/vapor deploy production
vendor/bin/phinx rollback -t 0
vendor/bin/phinx migrate -e production
vendor/bin/drush site:install
mvn flyway:migrate -Pprod
vendor/bin/wp db reset --yes
vendor/bin/doctrine orm:schema-tool:drop --force
php vendor/bin/dep deploy
mix ecto.reset
gleam run -m deploy
dart run tool/publish.dart
flutter run --target=lib/deploy.dart
./scripts/deploy.sh
bin/deploy
./tools/publish
./node_modules/.bin/release-it
node_modules/.bin/wrangler deploy
`
  .trim()
  .split('\n');
